import { allowsCall, API_BASE, PAGE_HEADER } from '@atalaia/contracts'
import type { Bus, Descriptor, HttpClient, HttpResult, Logger, Release, RemoteContext } from '@atalaia/contracts'
import { createRemoteBus } from './bus.ts'
import type { EarlyCall, EarlyCalls, HttpOptions } from './http-client.ts'
import type { Session } from './session/session.ts'

export type ContextOptions = {
  readonly config: Release['config']
  readonly bus: Bus
  readonly session: Session
  readonly logger: Logger
  /** Loads the code of the HTTP client. Called for the first remote whose descriptor says `api`. */
  readonly loadHttp: () => Promise<{ createHttpClient: (options: HttpOptions) => HttpClient }>
  /** The calls that the page has sent already. Default: none. */
  readonly earlyCalls?: EarlyCalls
  /** Called for each call of a remote to the API, with its version and whether it failed (M-REPORT-10). */
  readonly onCall?: ((remote: RemoteContext['remote'], failed: boolean) => void) | undefined
}

/** Creates the early calls of a page that has sent `sent`. */
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

/**
 * Creates the context that `activate` of a remote receives. The token is in the bus's view and in the calls of a remote
 * whose descriptor says `token`, and in nothing of any other remote (M-BUS-3, M-BUS-4). Where it says `apiScopes`, calls
 * of other parts of the API fail as status 403 without being sent (M-GRANT-6). `signal` ends the context.
 */
export const createRemoteContext = async (
  { config, bus, session, logger, loadHttp, earlyCalls, onCall }: ContextOptions,
  { name, version, token, api, apiScopes }: Descriptor,
  signal: AbortSignal,
): Promise<RemoteContext> => {
  const context = {
    remote: { name, version },
    config,
    bus: createRemoteBus(bus, { name, token, signal }),
    logger: withPrefix(logger, `${name} ${version}`),
    signal,
  }
  if (!api) return context
  const { createHttpClient } = await loadHttp()
  const http = createHttpClient({
    baseUrl: config.apiUrl,
    token: () => {
      const state = session.state()
      return token && state.status === 'active' ? state.token : undefined
    },
    // The page renews what the API of its own origin gives it (P-SESSION-18).
    ...(config.apiUrl === API_BASE && { withoutToken: { [PAGE_HEADER]: '1' } }),
    beforeCall: async () => {
      await session.ready()
      return true
    },
    renewToken: session.renew,
    onUnauthorized: (refused) => session.refuse(refused),
    ...(apiScopes && {
      allows: (method: string, path: string) => {
        const allowed = allowsCall(apiScopes, method, path)
        if (!allowed) context.logger.error(`${method} ${path}: not among the parts of the API that it has`)
        return allowed
      },
    }),
    takeEarly: (address, bearer) => earlyCalls?.take(name, address, bearer),
    onResult: (result) => onCall?.({ name, version }, isBroken(result)),
  })
  return { ...context, http }
}

/** Refusals that are an answer to what a person did, or to the end of a session, and no fault of a version. */
const ORDINARY_REFUSALS: readonly number[] = [401, 403, 409, 422, 429]

const isBroken = (result: HttpResult<unknown>): boolean =>
  !result.ok && !(result.failure.kind === 'status' && ORDINARY_REFUSALS.includes(result.failure.status))

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '' && segment !== '*')

/**
 * The part of an address that a route's path matches before its `*`, without a slash at its end: where the routes of a screen that
 * mounts itself begin (M-REMOTE-14).
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
