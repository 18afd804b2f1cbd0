import { Button } from '@atalaia/ui'
import { useState } from 'react'
import { Tag } from '../tag.tsx'

export const title = 'Contador em um botão'

export const Example = () => {
  const [unread, setUnread] = useState(4)
  return (
    <div className="kit-row">
      <Button icon="mail" onClick={() => setUnread(0)}>
        Marcar como lidas <Tag tone={unread > 0 ? 'danger' : 'neutral'}>{unread}</Tag>
      </Button>
    </div>
  )
}
