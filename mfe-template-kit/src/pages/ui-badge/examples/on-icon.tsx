import { IconButton } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'No canto de um ícone'

export const Example = () => {
  const [unread, setUnread] = useState(3)
  return (
    <div className="kit-row">
      <span className="kit-corner">
        {/* The number is part of the button's name: what stands in the corner is for the eye. */}
        <IconButton
          icon="bell"
          label={unread > 0 ? `Avisos, ${unread} não lidos` : 'Avisos'}
          onClick={() => setUnread(0)}
        />
        {unread > 0 && (
          <span className="kit-corner__count" aria-hidden="true">
            {unread}
          </span>
        )}
      </span>
    </div>
  )
}
