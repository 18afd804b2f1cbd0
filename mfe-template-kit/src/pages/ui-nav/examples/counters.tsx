import { useState } from 'react'
import { Nav } from 'react-bootstrap'

export const title = 'Com contadores'

const lists = [
  { key: 'abertos', label: 'Abertos', count: 12 },
  { key: 'resolvidos', label: 'Resolvidos', count: 308 },
  { key: 'ignorados', label: 'Ignorados', count: 0 },
]

export const Example = () => {
  const [list, setList] = useState('abertos')
  return (
    <Nav variant="underline" activeKey={list} onSelect={(key) => setList(key ?? list)}>
      {lists.map(({ key, label, count }) => (
        <Nav.Link key={key} as="button" eventKey={key}>
          {label} <span className="kit-nav-count">{count}</span>
        </Nav.Link>
      ))}
    </Nav>
  )
}
