import { Icon } from '@atalaia/ui'
import { Tag } from '../tag.tsx'

export const title = 'Com ícone'

export const Example = () => (
  <div className="kit-row">
    <Tag tone="success" look="soft">
      <Icon name="shield-check" /> Protegido
    </Tag>
    <Tag tone="warning" look="soft">
      <Icon name="clock" /> Atrasado
    </Tag>
    <Tag tone="danger" look="soft">
      <Icon name="key" /> Senha exposta
    </Tag>
  </div>
)
