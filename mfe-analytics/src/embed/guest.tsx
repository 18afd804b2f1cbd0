import type { ThemeName } from '@atalaia/contracts'
import { createRoot, type Root } from 'react-dom/client'
import type { DashboardPart } from '../screen/parts.ts'
import { createGuestDocument } from './guest-document.ts'
import { GuestView, type View } from './guest-view.tsx'
import { createAccess, type Access } from './portal-access.ts'
import type { GetToken } from './portal-token.ts'
import { createVisit } from './portal-visit.ts'
import type { Problem } from './problem.ts'

/** What the element hands over; read anew whenever it matters. */
export type GuestOptions = {
  readonly remote: { readonly name: string; readonly version: string }
  readonly api: () => URL | undefined
  readonly theme: () => ThemeName
  readonly parts: () => readonly DashboardPart[]
  readonly token: () => string | null
  readonly getToken: () => GetToken | null
  readonly onReady: () => void
  readonly onProblem: (problem: Problem) => void
  readonly onEmailAdded: (email: string) => void
}

/** The dashboard in a portal's page, from entering to leaving. */
export type Guest = {
  /** Begins anew: another token, another API. */
  restart(): void
  /** ThemeName or parts are others. */
  refresh(): void
  leave(): void
}

export const enter = (place: HTMLElement, options: GuestOptions): Guest => {
  const guestDocument = createGuestDocument(place.ownerDocument)
  Object.defineProperty(place, 'ownerDocument', { value: guestDocument.document, configurable: true })
  const root: Root = createRoot(place, { onCaughtError: () => undefined, onUncaughtError: (error) => broken(error) })
  let view: View = { kind: 'waiting' }
  let visits = 0
  let current: AbortController | undefined

  const render = () =>
    root.render(
      <GuestView
        view={view}
        theme={options.theme()}
        parts={options.parts()}
        onRetry={restart}
        onBroken={(error) => broken(error)}
      />,
    )
  const show = (next: View) => {
    view = next
    render()
  }
  const fail = (problem: Problem) => {
    current?.abort()
    show({ kind: 'problem', problem })
    options.onProblem(problem)
  }
  const broken = (error: unknown) =>
    fail({ code: 'internal', message: error instanceof Error ? error.message : String(error) })

  const trouble = (problem: Problem | undefined) => {
    if (view.kind !== 'dashboard' || view.trouble?.code === problem?.code) return
    // A call that succeeds beside one that fails takes nothing back: only another round of calls does.
    show({ ...view, trouble: problem })
    if (problem) options.onProblem(problem)
  }

  const visit = (api: URL, access: Access, signal: AbortSignal) => {
    visits += 1
    const { context, Screen } = createVisit({
      remote: options.remote,
      api,
      access,
      signal,
      onReady: options.onReady,
      onEmailAdded: options.onEmailAdded,
      onTrouble: (problem) => !signal.aborted && trouble(problem),
      onRefused: () =>
        !signal.aborted && fail({ code: 'invalid-token', message: 'the API refused the token that getToken gave' }),
    })
    show({ kind: 'dashboard', id: visits, context, Screen })
  }

  const restart = (): void => {
    current?.abort()
    current = new AbortController()
    const { signal } = current
    const api = options.api()
    if (!api) return fail({ code: 'api-unreachable', message: 'the attribute api is no http(s) address' })
    show({ kind: 'waiting' })
    const access = createAccess({ token: options.token(), getToken: options.getToken, onLost: fail, signal })
    void access.begin().then((has) => has && !signal.aborted && visit(api, access, signal))
  }

  restart()
  return {
    restart,
    refresh: render,
    leave: () => {
      current?.abort()
      root.unmount()
      guestDocument.leave()
    },
  }
}
