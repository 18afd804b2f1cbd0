import { Icon } from '@atalaia/ui'

export const title = 'Com ícone'
export const wide = true

export const Example = () => (
  <div className="kit-jumbotron kit-jumbotron--center">
    <Icon name="shield-check" size={20} />
    <h3>Tudo em dia</h3>
    <p>As doze fontes foram lidas hoje. O próximo relatório sai na segunda-feira.</p>
  </div>
)
