import type { Bus, Release, SessionState } from '@atalaia/contracts'
import type { Kernel, Reporter, Session, SessionOffer } from '@atalaia/kernel'
import type { RouteObject } from '@atalaia/react/router'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Proofs } from './proofs.ts'

export type PagePorts = {
  readonly fetch: typeof fetch
  reload(): void
  open(address: string): void
}

/** One per page, composed by `startKernel`. */
export type Platform = {
  readonly release: Release
  readonly bus: Bus
  readonly session: Session
  /** Token from the address, next to the running session. */
  readonly offer?: SessionOffer | undefined
  readonly kernel: Kernel<RouteObject>
  readonly proofs: Proofs
  /** Does nothing when the release is not live. */
  readonly reporter: Reporter
  readonly page: PagePorts
}

export const ShellContext = createContext<Platform | undefined>(undefined)

/** For the shell's own components. Throws outside a `ShellContext`. */
export const useShell = (): Platform => {
  const platform = useContext(ShellContext)
  if (!platform) throw new Error('useShell: no ShellContext above')
  return platform
}

/** Includes the token. Remotes use `useSession` of @atalaia/react. */
export const useSessionState = (): SessionState => {
  const { bus, session } = useShell()
  return useSyncExternalStore((changed) => bus.subscribe('session:changed', changed), session.state)
}
