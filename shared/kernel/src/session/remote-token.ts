import { TOKEN_EXCHANGE, type HttpFailure, type HttpResult, type Logger, type RemoteScope } from '@atalaia/contracts'
import type { Clock } from '../ports.ts'
import { readClaims } from './claims.ts'
import type { Session } from './session.ts'

/** The server's answer to a token exchange (RFC 8693). */
export type Exchange =
  | { readonly status: 'granted'; readonly token: string; readonly seconds: number }
  /** The API exchanges no tokens: foreign, or older than the page. */
  | { readonly status: 'absent' }
  | { readonly status: 'refused' }
  | { readonly status: 'forbidden' }
  /** No decisive answer, with its status. */
  | { readonly status: 'unanswered'; readonly code?: number; readonly body?: string }

/** Exchanges the session's token for a remote's. `signal` aborts with the session. Never rejects. */
export type ExchangeToken = (
  token: string,
  to: { readonly audience: string; readonly scope: string },
  signal: AbortSignal,
) => Promise<Exchange>

/** M-TOKEN-6 */
type RemoteToken = {
  /** `undefined` before the first `get` and without a session. */
  current(): string | undefined
  /** A token valid for half a minute, if the session is. Fails as 401 without a session, or like a call. */
  get(): Promise<HttpResult<string>>
  /** Replaces a refused token. True: repeat the call. */
  renew(refused: string): Promise<boolean>
}

type RemoteTokenOptions = {
  readonly session: Pick<Session, 'state' | 'signal' | 'ready' | 'renew'>
  readonly clock: Clock
  readonly logger: Logger
  readonly exchange?: ExchangeToken | undefined
}

const LEAST_LEFT_MS = 30_000

type Held = { readonly token: string; readonly from: string; readonly endsAt: number }

const status = (code: number, body = ''): HttpFailure => ({ kind: 'status', status: code, body })
const failed = (failure: HttpFailure): HttpResult<string> => ({ ok: false, failure })
const got = (value: string): HttpResult<string> => ({ ok: true, value })

const isSameSession = (one: string, other: string): boolean => {
  if (one === other) return true
  const [mine, theirs] = [readClaims(one), readClaims(other)]
  return mine?.sid !== undefined && mine.sid === theirs?.sid && mine.sub === theirs.sub && mine.org === theirs.org
}

/**
 * A token of `name` for `scopes`, or the whole API. Dropped with the session, in any tab. Without
 * an exchange, it is the session's (M-TOKEN-7).
 */
export const createRemoteToken = (
  { session, clock, logger, exchange }: RemoteTokenOptions,
  { name, scopes }: { readonly name: string; readonly scopes?: readonly RemoteScope[] | undefined },
): RemoteToken => {
  const to = { audience: name, scope: scopes?.join(' ') ?? TOKEN_EXCHANGE.wholeApi }
  let held: Held | undefined
  let absentFor: string | undefined
  let running: Promise<HttpResult<string>> | undefined

  const ofSession = () => {
    const state = session.state()
    return state.status === 'active' ? state.token : undefined
  }
  const isSessions = (token: string | undefined) => exchange === undefined || token === absentFor

  const left = (own: string | undefined): number => {
    if (held && (own === undefined || !isSameSession(held.from, own))) held = undefined
    return held ? held.endsAt - clock.now() : 0
  }

  const current = () => {
    const own = ofSession()
    const holds = left(own) > 0
    if (own === undefined || isSessions(own)) return own
    return holds ? held?.token : undefined
  }

  const attempt = async (exchangeToken: ExchangeToken): Promise<HttpResult<string> | undefined> => {
    const from = ofSession()
    if (from === undefined) return failed(status(401))
    const asked = clock.now()
    const answer = await exchangeToken(from, to, session.signal())
    const own = ofSession()
    if (own === undefined || !isSameSession(from, own)) return undefined
    if (answer.status === 'granted') {
      held = { token: answer.token, from, endsAt: asked + answer.seconds * 1000 }
      return got(answer.token)
    }
    if (answer.status === 'refused') return (await session.renew(from)) ? undefined : failed(status(401))
    if (answer.status === 'forbidden') {
      logger.error(`the API gives no token for ${to.scope}`)
      return failed(status(403))
    }
    if (answer.status === 'absent') {
      if (absentFor === undefined) logger.warn('the API exchanges no tokens: calls carry that of the session')
      absentFor = own
      return got(own)
    }
    const last = current()
    if (last !== undefined) return got(last)
    return failed(answer.code === undefined ? { kind: 'network' } : status(answer.code, answer.body))
  }

  const ask = async (exchangeToken: ExchangeToken) =>
    (await attempt(exchangeToken)) ?? (await attempt(exchangeToken)) ?? failed(status(401))

  const get = async (): Promise<HttpResult<string>> => {
    await session.ready()
    const own = ofSession()
    if (own === undefined) return failed(status(401))
    if (exchange === undefined || isSessions(own)) return got(own)
    if (held && left(own) > LEAST_LEFT_MS) return got(held.token)
    running ??= ask(exchange).finally(() => (running = undefined))
    return running
  }

  return {
    current,
    get,
    renew: async (refused) => {
      if (held?.token === refused) held = undefined
      if (refused === ofSession() && !(await session.renew(refused))) return false
      const next = await get()
      return next.ok && readClaims(refused)?.sub === readClaims(next.value)?.sub
    },
  }
}
