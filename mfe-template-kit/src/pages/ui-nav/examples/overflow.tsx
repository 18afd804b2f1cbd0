import { Icon, Menu } from '@atalaia/ui'
import { useState } from 'react'
import { Nav } from 'react-bootstrap'

export const title = 'O que sobra, em um menu'

const shown = ['Resumo', 'Fontes']
const rest = ['Pessoas', 'Relatórios', 'Registros']

export const Example = () => {
  const [place, setPlace] = useState('Resumo')
  return (
    <Nav
      variant="underline"
      className="align-items-center"
      activeKey={place}
      onSelect={(key) => setPlace(key ?? place)}
    >
      {[...shown, ...rest.filter((entry) => entry === place)].map((entry) => (
        <Nav.Link key={entry} as="button" eventKey={entry}>
          {entry}
        </Nav.Link>
      ))}
      <Menu
        label="Mais lugares"
        trigger={
          <>
            Mais <Icon name="chevron-down" />
          </>
        }
        items={rest.map((entry) => ({ kind: 'action', id: entry, label: entry, onSelect: () => setPlace(entry) }))}
      />
    </Nav>
  )
}
