import { useUser } from '@atalaia/react'
import { PageHeader } from '@atalaia/ui'
import { useState } from 'react'
import { Board } from './board/board.tsx'
import { createGateway, type Gateway } from './gateway/create-gateway.ts'
import { SignIn } from './sign-in.tsx'
import './console.css'

/** M-CONSOLE-1 */
export const Component = () => {
  const user = useUser()
  const [gateway, setGateway] = useState<Gateway>()
  const [hasLeft, setHasLeft] = useState(false)
  const leave = () => {
    setGateway(undefined)
    setHasLeft(true)
  }
  return (
    <div className="console">
      <PageHeader title="Console" trail={['Console']} />
      {gateway ? (
        <Board gateway={gateway} onLeave={leave} />
      ) : (
        <SignIn enter={(key) => createGateway(key, user?.email)} onEntered={setGateway} focused={hasLeft} />
      )}
    </div>
  )
}
