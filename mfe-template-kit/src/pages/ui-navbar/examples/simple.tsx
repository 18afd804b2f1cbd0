import { BrandMark } from '@atalaia/ui'
import { useState } from 'react'
import { Nav, Navbar } from 'react-bootstrap'

export const title = 'Com marca e caminhos'
export const wide = true

export const Example = () => {
  const [place, setPlace] = useState<string>('painel')
  return (
    <Navbar expand="lg" aria-label="Barra de exemplo">
      <Navbar.Brand as="span">
        <BrandMark size={20} /> Atalaia
      </Navbar.Brand>
      <Navbar.Toggle aria-controls="kit-navbar-simple" label="Abrir o menu" />
      <Navbar.Collapse id="kit-navbar-simple">
        <Nav activeKey={place} onSelect={(key) => setPlace(key ?? place)}>
          <Nav.Link as="button" eventKey="painel">
            Painel
          </Nav.Link>
          <Nav.Link as="button" eventKey="relatorios">
            Relatórios
          </Nav.Link>
          <Nav.Link as="button" eventKey="ajuda">
            Ajuda
          </Nav.Link>
        </Nav>
      </Navbar.Collapse>
    </Navbar>
  )
}
