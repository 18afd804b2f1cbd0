import { Widget } from '@atalaia/ui'

export const title = 'Recolhido e fixo'

/** Collapsed at first, and never closed (P-KIT-9). */
export const Example = () => (
  <Widget title={title} locked initiallyCollapsed>
    <p className="kit-note">Este widget não sai do lugar, não cresce e não fecha. Só se recolhe e se abre.</p>
  </Widget>
)
