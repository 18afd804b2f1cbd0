import '@atalaia/ui/styles.css'
import './embed.css'
import { isThemeName, type ThemeName } from '@atalaia/contracts'
import remote from '../../remote.json' with { type: 'json' }
import { dashboardParts, type DashboardPart } from '../screen/parts.ts'
import { defaultTheme, readApi } from './attributes.ts'
import { enter } from './guest.tsx'
import type { GetToken } from './portal-token.ts'
import type { ProblemCode } from './problem.ts'
import { embedSheets } from './styles.ts'

/** What a host hands to the dashboard. */
export type DashboardContext = {
  /** Address of the API, absolute or relative to the page. */
  readonly api: string
  readonly token?: string | null
  /** Asked for a token at first, on expiry and after a 401. */
  readonly getToken?: GetToken | null
  /** Light by default. */
  readonly theme?: ThemeName
  /** All parts by default. */
  readonly show?: readonly DashboardPart[]
  readonly onReady?: (detail: { readonly version: string }) => void
  readonly onError?: (detail: { readonly code: ProblemCode; readonly message: string }) => void
  readonly onSessionExpired?: () => void
  readonly onEmailAdded?: (detail: { readonly email: string }) => void
}

/** A dashboard that stands in a place. */
export type MountedDashboard = {
  /** Another theme, other parts; another API or token begins anew. */
  update(changes: Partial<DashboardContext>): void
  /** Leaves nothing behind. */
  unmount(): void
}

/**
 * Shows the dashboard in `place`, an element without a shadow root of its own, for hosts that load this module by Module
 * Federation. Never throws for what the API or the portal's token function does: see `onError`.
 */
export const mount = (place: HTMLElement, given: DashboardContext): MountedDashboard => {
  let context = given
  const shadow = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [...embedSheets()]
  const root = place.ownerDocument.createElement('div')
  shadow.replaceChildren(root)
  const guest = enter(root, {
    remote: { name: remote.name, version: remote.version },
    api: () => readApi(context.api, place.ownerDocument.baseURI, place.ownerDocument.baseURI),
    theme: () => (isThemeName(context.theme) ? context.theme : defaultTheme),
    parts: () => (context.show?.length ? context.show : dashboardParts),
    token: () => context.token ?? null,
    getToken: () => context.getToken ?? null,
    onReady: () => context.onReady?.({ version: remote.version }),
    onProblem: (problem) => {
      if (problem.code === 'session-expired') context.onSessionExpired?.()
      context.onError?.(problem)
    },
    onEmailAdded: (email) => context.onEmailAdded?.({ email }),
  })
  return {
    update: (changes) => {
      const before = context
      context = { ...context, ...changes }
      const anew = before.api !== context.api || (before.token ?? null) !== (context.token ?? null)
      if (anew) guest.restart()
      else guest.refresh()
    },
    unmount: () => {
      guest.leave()
      shadow.replaceChildren()
      shadow.adoptedStyleSheets = []
    },
  }
}
