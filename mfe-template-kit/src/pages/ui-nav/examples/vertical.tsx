import { Icon, type IconName } from '@atalaia/ui'
import { useState } from 'react'
import { Nav } from 'react-bootstrap'

export const title = 'Vertical, com ícones'

const places: readonly { key: string; icon: IconName; label: string }[] = [
  { key: 'conta', icon: 'user', label: 'Conta' },
  { key: 'avisos', icon: 'bell', label: 'Avisos' },
  { key: 'chaves', icon: 'key', label: 'Chaves' },
]

export const Example = () => {
  const [place, setPlace] = useState('conta')
  return (
    <Nav variant="pills" className="flex-column kit-nav" activeKey={place} onSelect={(key) => setPlace(key ?? place)}>
      {places.map(({ key, icon, label }) => (
        <Nav.Link key={key} as="button" eventKey={key}>
          <Icon name={icon} /> {label}
        </Nav.Link>
      ))}
    </Nav>
  )
}
