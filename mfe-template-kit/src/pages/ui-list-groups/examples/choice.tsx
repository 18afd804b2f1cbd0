import { useState } from 'react'
import { ListGroup } from 'react-bootstrap'

export const title = 'De escolha'

const groups = ['Financeiro', 'Comercial', 'Suporte']

export const Example = () => {
  const [chosen, setChosen] = useState('Financeiro')
  return (
    <ListGroup>
      {groups.map((group) => (
        <ListGroup.Item
          key={group}
          action
          as="button"
          active={group === chosen}
          aria-pressed={group === chosen}
          onClick={() => setChosen(group)}
        >
          {group}
        </ListGroup.Item>
      ))}
      <ListGroup.Item action as="button" disabled>
        Jurídico (sem acesso)
      </ListGroup.Item>
    </ListGroup>
  )
}
