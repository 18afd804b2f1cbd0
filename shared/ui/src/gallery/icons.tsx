import { Icon } from '../icons/icon.tsx'
import { iconNames } from '../icons/icon-names.ts'
import { Card } from '../layout/card.tsx'

export const Icons = () => (
  <Card title="Ícones">
    <div className="ui-gallery__row">
      {iconNames.map((name) => (
        <span key={name} className="ui-gallery__icon">
          <Icon name={name} />
          <Icon name={name} size={20} />
          {name}
        </span>
      ))}
    </div>
  </Card>
)
