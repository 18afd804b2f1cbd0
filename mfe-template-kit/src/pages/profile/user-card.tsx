import { Card, Icon, type IconName } from '@atalaia/ui'
import { Avatar } from './avatar.tsx'
import { person } from './person.ts'

/** P-KIT-4 */
export const UserCard = () => (
  <Card className="kit-user">
    <div className="kit-user__who">
      <Avatar name={person.name} large />
      <div>
        <h2 className="kit-user__name">{person.name}</h2>
        <p className="kit-user__role">
          {person.role} · {person.place}
        </p>
      </div>
    </div>
    <dl className="kit-stats">
      {person.stats.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <h3 className="kit-user__heading">Contato</h3>
    <ul className="kit-contact">
      {contacts.map(({ icon, label, text, href }) => (
        <li key={label}>
          <Icon name={icon} />
          <span className="kit-contact__label">{label}</span>
          {href ? <a href={href}>{text}</a> : <span>{text}</span>}
        </li>
      ))}
    </ul>
  </Card>
)

type Contact = { readonly icon: IconName; readonly label: string; readonly text: string; readonly href?: string }

const contacts: readonly Contact[] = [
  { icon: 'mail', label: 'Email', text: person.email, href: `mailto:${person.email}` },
  { icon: 'phone', label: 'Telefone', text: person.phone, href: `tel:${person.phone.replaceAll(/[^\d+]/g, '')}` },
  { icon: 'globe', label: 'Site', text: person.site },
]
