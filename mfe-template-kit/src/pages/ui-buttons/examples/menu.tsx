import { Icon, Menu, type MenuChoices, type MenuItem } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Que abre um menu'

export const Example = () => {
  const [order, setOrder] = useState('recentes')
  const [archived, setArchived] = useState(false)
  const choices: MenuChoices = {
    kind: 'choices',
    id: 'order',
    label: 'Ordem',
    value: order,
    options: [
      { value: 'recentes', label: 'Mais recentes' },
      { value: 'graves', label: 'Mais graves' },
    ],
    onSelect: setOrder,
  }
  const items: readonly MenuItem[] = [
    choices,
    { kind: 'separator', id: 'line' },
    { kind: 'action', id: 'archive', label: 'Arquivar tudo', icon: 'inbox', onSelect: () => setArchived(true) },
  ]
  return (
    <div className="kit-row">
      <Menu
        label="Ordem da lista"
        named="trigger"
        align="start"
        trigger={
          <>
            {order === 'graves' ? 'Mais graves' : 'Mais recentes'} <Icon name="chevron-down" />
          </>
        }
        items={items}
      />
      <span role="status">{archived && 'Tudo foi arquivado.'}</span>
    </div>
  )
}
