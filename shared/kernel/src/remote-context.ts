import { allowsCall, API_BASE, askedScopes, PAGE_HEADER } from '@atalaia/contracts'
import type {
  Bus,
  Descriptor,
  HttpClient,
  HttpResult,
  Logger,
  Release,
  RemoteContext,
  RemoteScope,
} from '@atalaia/contracts'
import { createRemoteBus } from './bus.ts'
import type { EarlyCall, EarlyCalls, HttpOptions, ProveAgain } from './http-client.ts'
import { systemClock, type Clock } from './ports.ts'
import { createRemoteToken, type ExchangeToken } from './session/remote-token.ts'
import type { Session } from './session/session.ts'

export type ContextOptions = {
  readonly config: Release['config']
  readonly bus: Bus
  readonly session: Session
  readonly logger: Logger
  /** Loads the HTTP client for the first remote with `api` (M-REMOTE-7). */
  readonly loadHttp: () => Promise<{ createHttpClient: (options: HttpOptions) => HttpClient }>
  /** Gets remotes' tokens. Default: calls carry the session's token. */
  readonly exchange?: ExchangeToken | undefined
  /** Proves the session's person for a refused call. Default: the refusal is the result. */
  readonly proveAgain?: ProveAgain | undefined
  readonly clock?: Clock
  /** Calls that the page already sent. Default: none. */
  readonly earlyCalls?: EarlyCalls
  /** Hears each API call: its version, and whether it failed (M-REPORT-10). */
  readonly onCall?: ((remote: RemoteContext['remote'], failed: boolean) => void) | undefined
}

/** Early calls of a page. */
export const createEarlyCalls = (sent: readonly EarlyCall[]): EarlyCalls => {
  const calls = new Set(sent)
  return {
    take: (remote, address, token) => {
      const found = [...calls].find((call) => call.remote === remote && call.address === address)
      if (found?.token !== token) return undefined
      if (found) calls.delete(found)
      return found
    },
    left: () => [...calls],
  }
}

type GrantedDescriptor = Descriptor & { readonly scopes?: readonly RemoteScope[] | undefined }

/**
 * The context for `activate`; `signal` ends it. A remote with `token` in its descriptor has a token
 * in calls and on the bus (M-TOKEN-4, M-TOKEN-5). No further remote has any (M-BUS-3).
 * With parts of the API alone, calls beyond them fail as 403 unsent (M-GRANT-6).
 */
export const createRemoteContext = async (
  {
    config,
    bus,
    session,
    logger,
    loadHttp,
    exchange,
    proveAgain,
    clock = systemClock,
    earlyCalls,
    onCall,
  }: ContextOptions,
  descriptor: GrantedDescriptor,
  signal: AbortSignal,
): Promise<RemoteContext> => {
  const { name, version, token, api, scopes = askedScopes(descriptor) } = descriptor
  const remoteLogger = withPrefix(logger, `${name} ${version}`)
  const own =
    token && api ? createRemoteToken({ session, clock, logger: remoteLogger, exchange }, { name, scopes }) : null
  const context = {
    remote: { name, version },
    config,
    bus: createRemoteBus(bus, { name, ...(own && { token: own.get }), signal }),
    logger: remoteLogger,
    signal,
  }
  if (!api) return context
  // Beside its code. A page that has sent the calls of its first screen waits for nothing.
  if (!earlyCalls?.left().some((call) => call.remote === name)) void own?.get()
  const { createHttpClient } = await loadHttp()
  const http = createHttpClient({
    baseUrl: config.apiUrl,
    token: () => own?.current(),
    sessionSignal: session.signal,
    // The page renews what the API of its own origin gives it (P-SESSION-18).
    ...(config.apiUrl === API_BASE && { withoutToken: { [PAGE_HEADER]: '1' } }),
    beforeCall: async () => {
      const result = session.state().status === 'active' ? await own?.get() : undefined
      return result === undefined || result.ok || result.failure
    },
    renewToken: (refused) => own?.renew(refused) ?? Promise.resolve(false),
    onUnauthorized: (refused) => session.refuse(refused),
    ...(proveAgain && { proveAgain }),
    ...(scopes && {
      allows: (method: string, path: string) => {
        const allowed = allowsCall(scopes, method, path)
        if (!allowed) context.logger.error(`${method} ${path}: not among the parts of the API that it has`)
        return allowed
      },
    }),
    takeEarly: (address) => {
      const state = session.state()
      return earlyCalls?.take(name, address, token && state.status === 'active' ? state.token : undefined)
    },
    onResult: (result) => onCall?.({ name, version }, isBroken(result)),
  })
  return { ...context, http }
}

/** Refusals that answer a person's act or an ended session: no version is at fault. */
const ORDINARY_REFUSALS: readonly number[] = [401, 403, 409, 422, 429]

const isBroken = (result: HttpResult<unknown>): boolean =>
  !result.ok && !(result.failure.kind === 'status' && ORDINARY_REFUSALS.includes(result.failure.status))

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '' && segment !== '*')

/**
 * The address before the route's `*`, without a final slash: base of a screen that mounts itself
 * (M-REMOTE-14).
 */
export const basenameOf = (path: string, address: string): string => {
  const [pathname = ''] = address.split(/[?#]/)
  return `/${segmentsOf(pathname).slice(0, segmentsOf(path).length).join('/')}`
}

const withPrefix = (logger: Logger, prefix: string): Logger => ({
  info: (message, detail) => logger.info(`${prefix}: ${message}`, detail),
  warn: (message, detail) => logger.warn(`${prefix}: ${message}`, detail),
  error: (message, detail) => logger.error(`${prefix}: ${message}`, detail),
})
