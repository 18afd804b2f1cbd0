import type { RemoteContext, SessionState, ThemeName, User } from '@atalaia/contracts'
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'

const Context = createContext<RemoteContext | undefined>(undefined)

/** Provides the context of a remote to the hooks below. The shell renders it around each route of a remote. */
export const RemoteProvider = ({ context, children }: { context: RemoteContext; children: ReactNode }) => (
  <Context value={context}>{children}</Context>
)

/** Returns the remote's context. Throws outside of a {@link RemoteProvider}. */
export const useRemoteContext = (): RemoteContext => {
  const context = useContext(Context)
  if (!context) throw new Error('useRemoteContext: no RemoteProvider above')
  return context
}

/** Returns the current session, and renders again when it changes. */
export const useSession = (): SessionState => {
  const { bus } = useRemoteContext()
  return useSyncExternalStore(
    (changed) => bus.subscribe('session:changed', changed),
    () => bus.peek('session:changed') ?? ANONYMOUS,
  )
}

/** Returns the signed-in user; `undefined` if nobody is signed in. */
export const useUser = (): User | undefined => {
  const session = useSession()
  return session.status === 'active' ? session.user : undefined
}

/** Returns the current theme, and renders again when it changes; `undefined` before the shell has published one. */
export const useTheme = (): ThemeName | undefined => {
  const { bus } = useRemoteContext()
  return useSyncExternalStore(
    (changed) => bus.subscribe('theme:changed', changed),
    () => bus.peek('theme:changed')?.theme,
  )
}

const ANONYMOUS: SessionState = { status: 'anonymous', reason: 'none' }
