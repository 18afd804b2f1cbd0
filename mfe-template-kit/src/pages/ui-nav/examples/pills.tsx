import { useState } from 'react'
import { Nav } from 'react-bootstrap'

export const title = 'Em botões, com um desligado'

export const Example = () => {
  const [period, setPeriod] = useState('mes')
  return (
    <Nav variant="pills" activeKey={period} onSelect={(key) => setPeriod(key ?? period)}>
      <Nav.Link as="button" eventKey="semana">
        Semana
      </Nav.Link>
      <Nav.Link as="button" eventKey="mes">
        Mês
      </Nav.Link>
      <Nav.Link as="button" eventKey="ano">
        Ano
      </Nav.Link>
      <Nav.Link as="button" eventKey="tudo" disabled>
        Tudo
      </Nav.Link>
    </Nav>
  )
}
