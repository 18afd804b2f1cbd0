import { Icon } from '@atalaia/ui'

export const title = 'Ao lado das palavras'

export const Example = () => (
  <>
    <p className="kit-row">
      <Icon name="shield-check" /> 16 px, com o texto do corpo
    </p>
    <p className="kit-row">
      <Icon name="shield-check" size={20} /> 20 px, com um título
    </p>
    <p className="kit-note">Leitores de tela não o leem: o nome do que se faz fica em palavras.</p>
  </>
)
