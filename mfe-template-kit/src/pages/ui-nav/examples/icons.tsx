import { Icon, type IconName } from '@atalaia/ui'
import { useState } from 'react'
import { Nav } from 'react-bootstrap'

export const title = 'Com ícones'

const views: readonly { key: string; icon: IconName; label: string }[] = [
  { key: 'tabela', icon: 'table', label: 'Tabela' },
  { key: 'grafico', icon: 'chart', label: 'Gráfico' },
  { key: 'tendencia', icon: 'trend', label: 'Tendência' },
]

export const Example = () => {
  const [view, setView] = useState('tabela')
  return (
    <Nav variant="underline" activeKey={view} onSelect={(key) => setView(key ?? view)}>
      {views.map(({ key, icon, label }) => (
        <Nav.Link key={key} as="button" eventKey={key}>
          <Icon name={icon} /> {label}
        </Nav.Link>
      ))}
    </Nav>
  )
}
