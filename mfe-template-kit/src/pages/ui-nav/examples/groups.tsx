import { useState } from 'react'
import { Nav } from 'react-bootstrap'

export const title = 'Vertical, em grupos'

const groups = [
  { heading: 'Conta', entries: ['Perfil', 'Segurança'] },
  { heading: 'Organização', entries: ['Pessoas', 'Fontes', 'Faturas'] },
]

export const Example = () => {
  const [place, setPlace] = useState('Segurança')
  return (
    <nav aria-label="Ajustes">
      {groups.map(({ heading, entries }) => (
        <section key={heading} aria-label={heading}>
          <p className="kit-nav-heading">{heading}</p>
          <Nav variant="pills" className="kit-nav" activeKey={place} onSelect={(key) => setPlace(key ?? place)}>
            {entries.map((entry) => (
              <Nav.Link key={entry} as="button" eventKey={entry} aria-current={entry === place ? 'true' : undefined}>
                {entry}
              </Nav.Link>
            ))}
          </Nav>
        </section>
      ))}
    </nav>
  )
}
