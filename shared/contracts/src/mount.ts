import type { RemoteContext, Unsubscribe } from './context.ts'

/** The addresses of the page, for a screen that has routes of its own. The shell alone changes them. */
export type PageNavigation = {
  /**
   * The address of the screen's route, without a slash at its end: `/app/stock`. A route whose path in the descriptor ends with
   * `/*` has all addresses below it.
   */
  readonly basename: string
  /** The address that the page shows: path, query and fragment, as in `/app/stock/7?tab=2`. */
  current(): string
  /**
   * Shows another address of the page, of this remote or of another one. The browser's history gets an entry for it, or with
   * `replace` has it in the place of the newest one.
   */
  navigate(address: string, options?: { readonly replace?: boolean }): void
  /**
   * Calls `listener` with each further address of the screen, whether it went there itself or a person did (sidebar, Back). Ends
   * with the screen.
   */
  subscribe(listener: (address: string) => void): Unsubscribe
}

/** The facts that a mounted screen receives: the context of its remote, and its place in the page. */
export type ScreenContext = RemoteContext & {
  readonly navigation: PageNavigation
  /** Language of the page, as a BCP 47 tag: `pt-BR`. */
  readonly locale: string
  /**
   * Ends the screen for an error that it cannot go on with, as the error handler of a framework gets it. The panel with a retry
   * takes its place, and its version is reported as failed while it rendered (M-FAIL-11). Later calls do nothing.
   */
  fail(thrown: unknown): void
  /**
   * Shows the widgets of other remotes for a slot at the end of `place`, an element of the screen (M-REMOTE-12). `name` is one of the
   * `slots` of the route in `remote.json`; any other shows nothing. Ends with the screen, or by what it returns. Shells offer it from
   * contract 1.10 on.
   */
  slot(name: string, place: HTMLElement): Unsubscribe
}

/** A screen that stands in its place. */
export type MountedScreen = {
  /** Removes the screen with its listeners and timers. The shell calls it once, and then removes the place. */
  unmount(): void
}

/**
 * Shows a screen in `place`, an empty element in the page's content that is the screen's alone (M-REMOTE-14). The screen counts
 * as shown once the promise resolves. If it throws or rejects, the panel takes its place.
 */
export type Mount = (place: HTMLElement, screen: ScreenContext) => MountedScreen | Promise<MountedScreen>

/** The object for one route or widget of a remote whose screens mount themselves; `lazy` loads the screen's code. */
export type MountRoute = { readonly id: string } & (
  | { readonly mount: Mount }
  | { readonly lazy: () => Promise<{ readonly mount: Mount }> }
)

/** The module that a remote of any framework exposes as `./remote`: `RemoteModule` of `@atalaia/react` without React. */
export type MountModule = {
  activate(context: RemoteContext): readonly MountRoute[] | Promise<readonly MountRoute[]>
}
