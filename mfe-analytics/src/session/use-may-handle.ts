import { LOOKERS } from '@atalaia/contracts'
import { useSession } from '@atalaia/react'

/**
 * True when the role may change addresses (`addresses:write`), as far as the page knows: the API
 * decides.
 */
export const useMayHandle = (): boolean => {
  const session = useSession()
  return session.status === 'active' && !LOOKERS.includes(session.role)
}
