import { mayDo, type Operation } from '@atalaia/contracts'
import { useSession } from '@atalaia/react'

/** Whether the role of the session allows an operation, as far as the page knows: the API decides. */
export const useMay = (operation: Operation): boolean => {
  const session = useSession()
  return session.status === 'active' && (session.role === undefined || mayDo(session.role, operation))
}
