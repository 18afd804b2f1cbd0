import { LOOKERS } from '@atalaia/contracts'
import { useSession } from '@atalaia/react'

/** Whether the role of the session changes what is watched (`addresses:write`), as far as the page knows: the API decides. */
export const useMayHandle = (): boolean => {
  const session = useSession()
  return session.status === 'active' && !LOOKERS.includes(session.role)
}
