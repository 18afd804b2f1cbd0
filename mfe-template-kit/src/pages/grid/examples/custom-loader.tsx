import { formatNumber, Widget } from '@atalaia/ui'
import { figures } from '../samples.ts'
import { useRefresh } from '../use-refresh.ts'

export const title = 'Espera própria'

const Beacon = () => (
  <div className="kit-beacon">
    <span aria-hidden="true" />
    Procurando sinal…
  </div>
)

export const Example = () => {
  const { content, status, refresh } = useRefresh(figures)
  return (
    <Widget title={title} status={status} onReload={refresh} skeleton={<Beacon />}>
      <p className="ui-figure kit-grid__figure">{formatNumber(content.value)}</p>
      <p className="kit-note">A espera é desenhada por este widget.</p>
    </Widget>
  )
}
