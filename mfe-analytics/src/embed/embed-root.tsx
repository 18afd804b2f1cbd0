import type { AnalyticsCase, AnalyticsPart, AnalyticsViewName, GetToken, ThemeName } from '@atalaia/contracts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { ChartMonths } from '../chart/period.ts'
import { createAccessToken, type AccessToken } from './access-token.ts'
import { createAutoRefresh } from './auto-refresh.ts'
import { createLanguages } from './languages.ts'
import { EmbedView, type View } from './embed-view.tsx'
import { messageOf } from './message-of.ts'
import { isRefusal, type Problem } from './problem.ts'
import type { EmbedLocale } from './read-attributes.ts'
import { createSession, type SessionOptions } from './session.ts'
import { adoptStyles } from './styles.ts'
import { createTokenRequests, pause } from './token-requests.ts'
import { keepTypedKeys } from './typed-keys.ts'
import { createViewSync, type ViewSync, type ViewSyncOptions } from './view-sync.ts'
import { watchSize, type Size } from './watch-size.ts'

/** The portal's side. Each function is called at each use, so its value may change. */
export type EmbedOptions = Pick<SessionOptions, 'onReady' | 'onEmailAdded'> &
  ViewSyncOptions & {
    /** `undefined`: not an http(s) address. */
    readonly api: () => URL | undefined
    readonly theme: () => ThemeName
    /** `undefined`: no request by the portal. */
    readonly locale: () => EmbedLocale | undefined
    readonly parts: () => readonly AnalyticsPart[]
    readonly months: () => ChartMonths
    readonly view: () => AnalyticsViewName
    /** Address shown instead of the view. */
    readonly address: () => string | undefined
    readonly onCaseChanged: (changed: AnalyticsCase) => void
    readonly token: () => string | null
    readonly getToken: () => GetToken | null
    /** Seconds between automatic reloads; `undefined`: none. */
    readonly refresh: () => number | undefined
    readonly onProblem: (problem: Problem) => void
    /** Called with warnings for the portal's developers, repeated ones too. */
    readonly onWarning: (warning: string) => void
    readonly onResize: (size: Size) => void
  }

export type EmbedRoot = {
  start(): void
  /** Loads again; without a session, starts one. Does nothing before the first `start`. */
  reload(): void
  /** Takes over the portal's filter or place. */
  readonly take: ViewSync['take']
  /**
   * Renders again with current theme, language, parts, months and reloads. Does nothing before the
   * first `start`.
   */
  refresh(): void
  dispose(): void
}

/** Lets a portal's framework set properties after it inserts the element (M-EMBED-21). */
const TOKEN_GRACE_MS = 200

const PORTUGUESE: EmbedLocale = { name: 'pt-BR', tag: 'pt-BR' }

/** `host` must allow a shadow root. Shows nothing before `start`. */
export const createEmbedRoot = (host: HTMLElement, options: EmbedOptions): EmbedRoot => {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const leaveStyles = adoptStyles(shadow)
  const container = createContainer(host.ownerDocument)
  // A placeholder from the portal's server (a declarative shadow root) keeps its height until there is something to
  // show (M-EMBED-23).
  const reservedHeight = shadow.childElementCount > 0 ? host.getBoundingClientRect().height : 0
  if (reservedHeight > 0) container.style.minHeight = `${reservedHeight}px`
  const freeHeight = () => container.style.removeProperty('min-height')
  const root = createRoot(container, {
    onCaughtError: () => undefined,
    onUncaughtError: (error) => failInside(error),
  })
  shadow.replaceChildren(container)
  let view: View = { kind: 'waiting' }
  let sessions = 0
  let ending: AbortController | undefined
  const requests = createTokenRequests(options.getToken)
  const sync = createViewSync(options)
  const languages = createLanguages({ onChange: () => ending && startTransition(render), onWarning: options.onWarning })
  const wantLanguage = () => languages.want(options.locale() ?? PORTUGUESE)

  const render = () =>
    root.render(
      <EmbedView
        view={view}
        theme={options.theme()}
        locale={options.locale()}
        language={languages.current()}
        parts={options.parts()}
        months={options.months()}
        name={options.view()}
        address={options.address()}
        chosen={sync.store}
        onRetry={start}
        onCaseChanged={options.onCaseChanged}
        onError={failInside}
        onWarning={options.onWarning}
      />,
    )
  const show = (next: View) => {
    view = next
    render()
  }
  const fail = (problem: Problem) => {
    ending?.abort()
    freeHeight()
    show({ kind: 'problem', problem })
    options.onProblem(problem)
  }
  const failInside = (error: unknown) => fail({ code: 'internal', message: messageOf(error) })

  const noteRead = (problem: Problem | undefined) => {
    // A read that succeeds beside one that fails takes nothing back: only another round of calls does.
    if (view.kind !== 'dashboard' || view.problem?.code === problem?.code) return
    show({ ...view, problem })
    if (problem) options.onProblem(problem)
  }
  const forgetProblem = () => {
    if (view.kind === 'dashboard' && view.problem) show({ ...view, problem: undefined })
  }
  let opened = sync.store.get().open
  sync.store.subscribe(() => {
    const { open } = sync.store.get()
    if (open !== opened) forgetProblem()
    opened = open
  })

  const placeAsked = () => JSON.stringify([options.view(), options.address()])
  let shownPlace = placeAsked()
  const showsDashboard = () => options.view() === 'dashboard' && options.address() === undefined
  const open = (api: URL, token: AccessToken, signal: AbortSignal) => {
    sessions += 1
    const { onEmailAdded } = options
    const onReady: EmbedOptions['onReady'] = (detail) => {
      freeHeight()
      options.onReady(detail)
    }
    const onPhase: SessionOptions['onPhase'] = (phase) => {
      if (view.kind === 'dashboard') show({ ...view, phase })
    }
    const callbacks = {
      onReady,
      onPhase,
      onEmailAdded,
      onRead: noteRead,
      onWriteFailed: options.onProblem,
      onRefused: fail,
    }
    const session = createSession({ api, token, signal, showsDashboard, ...callbacks })
    show({ kind: 'dashboard', id: sessions, session, phase: 'loading', round: 0 })
  }

  const startAgain = (): void => {
    ending?.abort()
    ending = new AbortController()
    const { signal } = ending
    const language = wantLanguage()
    const api = options.api()
    if (!api) return fail({ code: 'api-unreachable', message: 'the attribute api is no http(s) address' })
    show({ kind: 'waiting' })
    autoRefresh.every(options.refresh())
    void begin(api, language, signal)
  }
  const start = (): void => {
    sync.restart()
    startAgain()
  }

  const begin = async (api: URL, language: Promise<void>, signal: AbortSignal) => {
    // A task of its own first: whatever runs now, however long, does not count.
    for (const wait of [1, TOKEN_GRACE_MS]) if (!options.token() && !options.getToken()) await pause(wait, signal)
    if (signal.aborted) return
    // Another token may have other rights.
    const callbacks = { onAdopted: () => view.kind === 'dashboard' && render(), onLost: fail }
    const token = createAccessToken({ given: options.token(), requests, signal, ...callbacks })
    // The numbers are not shown before their language, and both load at the same time.
    const [hasToken] = await Promise.all([token.start(), language])
    if (hasToken && !signal.aborted) open(api, token, signal)
  }

  const reload = () => {
    if (view.kind === 'waiting') return
    if (view.kind === 'problem') return startAgain()
    if (showsDashboard()) view.session.reload()
    // What was refused is asked for with another token.
    else if (view.phase !== 'ready' || isRefusal(view.problem)) return startAgain()
    show({ ...view, round: view.round + 1, problem: showsDashboard() ? view.problem : undefined })
  }
  const retryOnline = () => {
    if (view.kind !== 'waiting' && view.problem?.code === 'api-unreachable') reload()
  }
  addEventListener('online', retryOnline)
  const autoRefresh = createAutoRefresh(host.ownerDocument, () => {
    if (view.kind === 'dashboard' && showsDashboard()) view.session.reload()
  })
  const stopWatchingSize = watchSize(host, options.onResize)
  const stopKeepingKeys = keepTypedKeys(shadow)

  return {
    start,
    reload,
    take: sync.take,
    refresh: () => {
      if (!ending) return
      // What the person has opened was opened over another view.
      if (placeAsked() !== shownPlace) {
        sync.store.show({ ...sync.store.get(), open: undefined })
        forgetProblem()
      }
      shownPlace = placeAsked()
      autoRefresh.every(options.refresh())
      void wantLanguage()
      render()
    },
    dispose: () => {
      ending?.abort()
      removeEventListener('online', retryOnline)
      autoRefresh.every(undefined)
      sync.dispose()
      stopWatchingSize()
      stopKeepingKeys()
      const slots = shadow.querySelectorAll('slot')
      root.unmount()
      shadow.replaceChildren()
      // Chromium's shadow root remembers its last slots, and a portal may keep the host: what they held has to go.
      for (const slot of slots) slot.replaceChildren()
      leaveStyles()
    },
  }
}

/**
 * Creates React's element in a separate document; the shadow root adopts it. `createRoot` leaves a
 * `selectionchange` listener and a mark on the element's document (react-dom 19,
 * `listenToAllSupportedEvents`). The portal's document gets neither.
 */
const createContainer = ({ implementation }: Document): HTMLElement =>
  implementation.createHTMLDocument().createElement('div')
