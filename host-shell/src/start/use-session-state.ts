import type { SessionState } from '@atalaia/contracts'
import { useSyncExternalStore } from 'react'
import { useShell } from '../shell-context.ts'

/** The session, token included: for the shell only. */
export const useSessionState = (): SessionState => {
  const { bus, session } = useShell()
  return useSyncExternalStore((changed) => bus.subscribe('session:changed', changed), session.state)
}
