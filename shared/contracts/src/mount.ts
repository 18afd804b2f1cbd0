import type { RemoteContext, Unsubscribe } from './context.ts'

/** Addresses of the page, for a screen with its own routes. Only the shell changes them. */
export type PageNavigation = {
  /**
   * Address of the screen's route without a final slash: `/app/stock`. A route with `/*` owns all
   * addresses below.
   */
  readonly basename: string
  /** Path, query and fragment: `/app/stock/7?tab=2`. */
  current(): string
  /** Opens another address, of any remote, with a history entry. `replace` replaces the newest entry. */
  navigate(address: string, options?: { readonly replace?: boolean }): void
  /** Runs for each later address of the screen. Ends with the screen. */
  subscribe(listener: (address: string) => void): Unsubscribe
}

/** Context of a mounted screen: its remote's, and its place. */
export type ScreenContext = RemoteContext & {
  readonly navigation: PageNavigation
  /** BCP 47 tag: `pt-BR`. */
  readonly locale: string
  /**
   * Ends the screen after a fatal error. The panel with a retry replaces it, and the version counts
   * as failed (M-FAIL-11). Later calls do nothing.
   */
  fail(thrown: unknown): void
  /**
   * Shows widgets of other remotes at the end of `place` (M-REMOTE-12). `name`: one of the route's
   * `slots`. Ends with the screen or by the returned function. From contract 1.10.
   */
  slot(name: string, place: HTMLElement): Unsubscribe
}

/** A mounted screen. */
export type MountedScreen = {
  /** Removes the screen, its listeners and timers. The shell calls it once. */
  unmount(): void
}

/**
 * Shows a screen in an empty element that it owns (M-REMOTE-14). The screen counts as shown when
 * the promise resolves. If it throws or rejects, the panel replaces it.
 */
export type Mount = (place: HTMLElement, screen: ScreenContext) => MountedScreen | Promise<MountedScreen>

/** A route or widget of a self-mounting screen. `lazy` loads its code. */
export type MountRoute = { readonly id: string } & (
  | { readonly mount: Mount }
  | { readonly lazy: () => Promise<{ readonly mount: Mount }> }
)

/** Module `./remote` of any framework: `RemoteModule` of `@atalaia/react` without React. */
export type MountModule = {
  activate(context: RemoteContext): readonly MountRoute[] | Promise<readonly MountRoute[]>
}
