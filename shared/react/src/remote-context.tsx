import type { RemoteContext, SessionState, ThemeName, User } from '@atalaia/contracts'
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'

const Context = createContext<RemoteContext | undefined>(undefined)

/** Provides a remote's context to hooks. The shell renders it. */
export const RemoteProvider = ({ context, children }: { context: RemoteContext; children: ReactNode }) => (
  <Context value={context}>{children}</Context>
)

/** Throws outside of a {@link RemoteProvider}. */
export const useRemoteContext = (): RemoteContext => {
  const context = useContext(Context)
  if (!context) throw new Error('useRemoteContext: no RemoteProvider above')
  return context
}

/** Renders again when the session changes. */
export const useSession = (): SessionState => {
  const { bus } = useRemoteContext()
  return useSyncExternalStore(
    (changed) => bus.subscribe('session:changed', changed),
    () => bus.peek('session:changed') ?? ANONYMOUS,
  )
}

/** The signed-in user, or `undefined`. */
export const useUser = (): User | undefined => {
  const session = useSession()
  return session.status === 'active' ? session.user : undefined
}

/** Renders again when the theme changes; `undefined` before the first. */
export const useTheme = (): ThemeName | undefined => {
  const { bus } = useRemoteContext()
  return useSyncExternalStore(
    (changed) => bus.subscribe('theme:changed', changed),
    () => bus.peek('theme:changed')?.theme,
  )
}

const ANONYMOUS: SessionState = { status: 'anonymous', reason: 'none' }
