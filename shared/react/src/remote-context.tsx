import type { RemoteContext, SessionState, ThemeName, User } from '@atalaia/contracts'
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'

const Context = createContext<RemoteContext | undefined>(undefined)

/** Hands a remote's context to the hooks below; the shell puts it around each remote route. */
export const RemoteProvider = ({ context, children }: { context: RemoteContext; children: ReactNode }) => (
  <Context value={context}>{children}</Context>
)

/** The remote's context. Throws outside of a {@link RemoteProvider}. */
export const useRemoteContext = (): RemoteContext => {
  const context = useContext(Context)
  if (!context) throw new Error('useRemoteContext: no RemoteProvider above')
  return context
}

/** The current session; renders again whenever it changes. */
export const useSession = (): SessionState => {
  const { bus } = useRemoteContext()
  return useSyncExternalStore(
    (changed) => bus.subscribe('session:changed', changed),
    () => bus.peek('session:changed') ?? anonymous,
  )
}

/** The signed-in user, `undefined` when there is none. */
export const useUser = (): User | undefined => {
  const session = useSession()
  return session.status === 'active' ? session.user : undefined
}

/** The current theme, `undefined` before the shell said one; renders again whenever it changes. */
export const useTheme = (): ThemeName | undefined => {
  const { bus } = useRemoteContext()
  return useSyncExternalStore(
    (changed) => bus.subscribe('theme:changed', changed),
    () => bus.peek('theme:changed')?.theme,
  )
}

const anonymous: SessionState = { status: 'anonymous', reason: 'none' }
