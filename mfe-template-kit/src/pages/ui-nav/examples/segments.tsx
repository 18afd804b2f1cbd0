import { useState } from 'react'
import { Nav } from 'react-bootstrap'

export const title = 'Da largura do lugar'

export const Example = () => {
  const [kind, setKind] = useState('tudo')
  return (
    <Nav fill variant="pills" className="kit-segments" activeKey={kind} onSelect={(key) => setKind(key ?? kind)}>
      <Nav.Link as="button" eventKey="tudo">
        Tudo
      </Nav.Link>
      <Nav.Link as="button" eventKey="emails">
        Emails
      </Nav.Link>
      <Nav.Link as="button" eventKey="senhas">
        Senhas
      </Nav.Link>
    </Nav>
  )
}
