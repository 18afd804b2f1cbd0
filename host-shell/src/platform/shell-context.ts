import type { Bus, Release, SessionState } from '@atalaia/contracts'
import type { Kernel, Reporter, Session, SessionOffer } from '@atalaia/kernel'
import type { RouteObject } from '@atalaia/react/router'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Proofs } from './proofs.ts'

/** The browser functions that the shell's own parts use; tests replace them. */
export type PagePorts = {
  readonly fetch: typeof fetch
  /** Reloads the page. */
  reload(): void
  /** Leaves the page for another address of the site. */
  open(address: string): void
}

/** The running platform. Each page has exactly one, composed by `startKernel`. */
export type Platform = {
  readonly release: Release
  readonly bus: Bus
  readonly session: Session
  /** The token that the address offered beside the session that runs. */
  readonly offer?: SessionOffer | undefined
  readonly kernel: Kernel<RouteObject>
  readonly proofs: Proofs
  /** Sends reports to the gateway; does nothing when the release is not live. */
  readonly reporter: Reporter
  readonly page: PagePorts
}

export const ShellContext = createContext<Platform | undefined>(undefined)

/** The running platform, for the shell's own components. Throws outside of a `ShellContext`. */
export const useShell = (): Platform => {
  const platform = useContext(ShellContext)
  if (!platform) throw new Error('useShell: no ShellContext above')
  return platform
}

/** The session's state, token included. Components of remotes use `useSession` of @atalaia/react instead. */
export const useSessionState = (): SessionState => {
  const { bus, session } = useShell()
  return useSyncExternalStore((changed) => bus.subscribe('session:changed', changed), session.state)
}
