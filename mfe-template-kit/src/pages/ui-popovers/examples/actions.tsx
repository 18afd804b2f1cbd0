import { Icon, Menu } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Para ações, um menu'

export const Example = () => {
  const [done, setDone] = useState('')
  return (
    <div className="kit-row">
      <Menu
        label="Ações da fonte"
        align="start"
        trigger={
          <>
            Ações <Icon name="chevron-down" />
          </>
        }
        items={[
          { kind: 'action', id: 'read', label: 'Ler agora', icon: 'refresh', onSelect: () => setDone('Lida agora.') },
          { kind: 'action', id: 'pause', label: 'Pausar', icon: 'clock', onSelect: () => setDone('Em pausa.') },
          { kind: 'separator', id: 'line' },
          { kind: 'action', id: 'remove', label: 'Remover', icon: 'trash', onSelect: () => setDone('Removida.') },
        ]}
      />
      <span role="status">{done}</span>
    </div>
  )
}
