import { mayDo, type Operation } from '@atalaia/contracts'
import { useSession } from '@atalaia/react'

export const useMay = (operation: Operation): boolean => {
  const session = useSession()
  return session.status === 'active' && (session.role === undefined || mayDo(session.role, operation))
}
