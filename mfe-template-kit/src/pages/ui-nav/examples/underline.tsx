import { useState } from 'react'
import { Nav } from 'react-bootstrap'

export const title = 'Sublinhada'

export const Example = () => {
  const [place, setPlace] = useState('resumo')
  return (
    <Nav variant="underline" activeKey={place} onSelect={(key) => setPlace(key ?? place)}>
      <Nav.Item>
        <Nav.Link as="button" eventKey="resumo">
          Resumo
        </Nav.Link>
      </Nav.Item>
      <Nav.Item>
        <Nav.Link as="button" eventKey="fontes">
          Fontes
        </Nav.Link>
      </Nav.Item>
      <Nav.Item>
        <Nav.Link as="button" eventKey="pessoas">
          Pessoas
        </Nav.Link>
      </Nav.Item>
    </Nav>
  )
}
