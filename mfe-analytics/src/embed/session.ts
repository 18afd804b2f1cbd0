import {
  defaultPublicConfig,
  type BusEvents,
  type HttpClient,
  type HttpFailure,
  type Logger,
  type RemoteContext,
  type Summary,
} from '@atalaia/contracts'
import { createHttpClient } from '@atalaia/kernel/http'
import remote from '../../remote.json' with { type: 'json' }
import { createScreen } from '../screen/create-screen.tsx'
import { nothingReceived, type DashboardState } from '../state/dashboard-state.ts'
import { createDashboard, type Dashboard } from '../state/dashboard.ts'
import type { AccessToken } from './access-token.ts'
import { problemOf, type Problem } from './problem.ts'
import { rightsOf, type TokenRights } from './token-rights.ts'

export type SessionOptions = {
  readonly api: URL
  readonly token: AccessToken
  /** No callback is called after it. */
  readonly signal: AbortSignal
  /** Another view has its own first answer. */
  readonly showsDashboard: () => boolean
  readonly onReady: (detail: { readonly version: string }) => void
  /** Called with each phase after `loading`, up to `ready`. */
  readonly onPhase: (phase: Phase) => void
  readonly onEmailAdded: (detail: { readonly email: string }) => void
  /** Called after each read; `undefined`: it succeeded. */
  readonly onRead: (problem: Problem | undefined) => void
  /** Called after a failed write. The form reports it itself. */
  readonly onWriteFailed: (problem: Problem) => void
  /** Called when the API refuses the token for one call only. */
  readonly onRefused: (problem: Problem) => void
}

/** No numbers yet, no numbers after all calls, or first numbers. Other views: their first answer. */
export type Phase = 'loading' | 'empty' | 'ready'

export type EmbedSession = {
  readonly context: RemoteContext
  readonly http: HttpClient
  readonly Screen: ReturnType<typeof createScreen>
  rights(): TokenRights
  reload(): void
}

/** An embed is always signed in: the API knows the person by the token. */
const EVENTS: Partial<BusEvents> = {
  'session:changed': { status: 'active', user: {}, expiresAt: Number.POSITIVE_INFINITY },
}

/** Has one fixed event, and no publisher. */
const bus: RemoteContext['bus'] = {
  subscribe: (name, listener) => {
    const event = EVENTS[name]
    if (event) listener(event)
    return () => undefined
  },
  peek: (name) => EVENTS[name],
  publish: () => undefined,
}

/** The embed root logs each problem once; the remote would repeat it for each call. */
const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const createSession = (options: SessionOptions): EmbedSession => {
  const { signal } = options
  const whileOpen =
    <Arguments extends readonly unknown[]>(callback: (...given: Arguments) => void) =>
    (...given: Arguments) =>
      signal.aborted ? undefined : callback(...given)

  const { name, version } = remote
  const context: RemoteContext = {
    remote: { name, version },
    config: defaultPublicConfig,
    bus,
    logger: silentLogger,
    signal,
  }
  const phases = createPhases((phase) => {
    options.onPhase(phase)
    if (phase === 'ready') options.onReady({ version })
  })
  const http = createSessionHttp({
    ...options,
    onRead: whileOpen((problem) => {
      options.onRead(problem)
      if (!options.showsDashboard()) phases.enter(problem ? 'empty' : 'ready')
    }),
    onWriteFailed: whileOpen(options.onWriteFailed),
    onRefused: whileOpen(options.onRefused),
  })
  const dashboard = createDashboard(context, http)
  const stop = watchPhase(dashboard, whileOpen(phases.enter))
  signal.addEventListener('abort', stop, { once: true })
  const addEmail: Dashboard['addEmail'] = async (email) => {
    const result = await dashboard.addEmail(email)
    if (result.ok && !signal.aborted) options.onEmailAdded({ email })
    return result
  }
  return {
    context,
    http,
    Screen: createScreen({ ...dashboard, addEmail }),
    rights: () => rightsOf(options.token.current()),
    reload: () => void dashboard.reload(),
  }
}

const phaseOf = (state: DashboardState): Phase => {
  if (state.isReceiving) return 'loading'
  return nothingReceived(state) ? 'empty' : 'ready'
}

const createPhases = (onPhase: (phase: Phase) => void) => {
  let phase: Phase = 'loading'
  return {
    enter: (next: Phase) => {
      if (next === phase || phase === 'ready') return
      phase = next
      onPhase(phase)
    },
  }
}

const watchPhase = ({ store }: Dashboard, onPhase: (phase: Phase) => void): (() => void) =>
  store.subscribe(() => onPhase(phaseOf(store.getState().dashboard)))

/** The session handles refused tokens: see `onUnauthorized`. */
const isTold = ({ failure }: { readonly failure: HttpFailure }) => failure.kind !== 'status' || failure.status !== 401

/** Renews an expired or refused token, and repeats the call once. */
const createSessionHttp = ({ api, token, onRead, onWriteFailed, onRefused }: SessionOptions): HttpClient => {
  const client = createHttpClient({
    baseUrl: api.href.replace(/\/$/, ''),
    token: token.current,
    beforeCall: token.ensure,
    renewToken: token.renew,
    onUnauthorized: () => onRefused({ code: 'invalid-token', message: 'the API refused the token that getToken gave' }),
    onResult: (result) => {
      if (result.ok) token.confirm()
    },
  })
  return {
    ...client,
    get: async (path, answer, request) => {
      const result = await client.get(path, answer, request)
      // Nobody waits for it any more: another page of the list, or another view, has taken its place.
      if (request?.signal?.aborted) return result
      if (result.ok) onRead(undefined)
      else if (isTold(result)) onRead(problemOf(result.failure, api, path))
      return result.ok ? { ok: true, value: withAbsoluteReports(result.value, api) } : result
    },
    postJson: async (path, body, answer, request) => {
      const result = await client.postJson(path, body, answer, request)
      if (!result.ok && isTold(result)) onWriteFailed(problemOf(result.failure, api, path))
      return result
    },
  }
}

/** A report's address may be relative to the API, whose origin differs from the page's. */
const withAbsoluteReports = <Value>(value: Value, api: URL): Value => {
  if (!hasReports(value)) return value
  const ultimos_3_relatorios = value.ultimos_3_relatorios.map((report) => ({
    ...report,
    url: URL.canParse(report.url, api) ? new URL(report.url, api).href : report.url,
  }))
  return { ...value, ultimos_3_relatorios }
}

const hasReports = (value: unknown): value is Pick<Summary, 'ultimos_3_relatorios'> =>
  typeof value === 'object' && value !== null && 'ultimos_3_relatorios' in value
