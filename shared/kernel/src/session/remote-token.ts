import { TOKEN_EXCHANGE, type HttpFailure, type HttpResult, type Logger, type RemoteScope } from '@atalaia/contracts'
import type { Clock } from '../ports.ts'
import { readClaims } from './claims.ts'
import type { Session } from './session.ts'

/** The server's answer to a page that asks for a remote's own token (RFC 8693). */
export type Exchange =
  | { readonly status: 'granted'; readonly token: string; readonly seconds: number }
  /** The API exchanges no tokens: it is another's, or older than the page. */
  | { readonly status: 'absent' }
  /** The session's token is no good. */
  | { readonly status: 'refused' }
  /** No token for this remote or these scopes. */
  | { readonly status: 'forbidden' }
  /** No answer, or one that says nothing of the token, with this status. */
  | { readonly status: 'unanswered'; readonly code?: number }

/** Exchanges the session's token for one whose audience is a remote. `signal` aborts with the session. Never rejects. */
export type ExchangeToken = (
  token: string,
  to: { readonly audience: string; readonly scope: string },
  signal: AbortSignal,
) => Promise<Exchange>

/** One remote's own token, exchanged when it is asked for, and once at a time (M-TOKEN-6). */
type RemoteToken = {
  /** The token that a call may carry now; `undefined` before the first `get` and without a session. */
  current(): string | undefined
  /** A token that is good for half a minute, if the session is. Fails as 401 without a session, and as a call does without an answer. */
  get(): Promise<HttpResult<string>>
  /** Gets another one than that with which a call was refused. True: the call may be repeated. */
  renew(refused: string): Promise<boolean>
}

type RemoteTokenOptions = {
  readonly session: Pick<Session, 'state' | 'signal' | 'ready' | 'renew'>
  readonly clock: Clock
  readonly logger: Logger
  /** Default: there is nobody to ask. */
  readonly exchange?: ExchangeToken | undefined
}

/** A token with less time left is replaced before it is used. */
const LEAST_LEFT_MS = 30_000

type Held = { readonly token: string; readonly from: string; readonly endsAt: number }

const status = (code: number): HttpFailure => ({ kind: 'status', status: code, body: '' })
const failed = (failure: HttpFailure): HttpResult<string> => ({ ok: false, failure })
const got = (value: string): HttpResult<string> => ({ ok: true, value })

/** Whether two tokens are of one session, in one organisation. */
const isSameSession = (one: string, other: string): boolean => {
  if (one === other) return true
  const [mine, theirs] = [readClaims(one), readClaims(other)]
  return mine?.sid !== undefined && mine.sid === theirs?.sid && mine.sub === theirs.sub && mine.org === theirs.org
}

/**
 * Creates the token of the remote `name`, which opens `scopes`, or the whole API. It is dropped with its session, in
 * whichever tab that ends. Where the API exchanges no tokens, it is the session's (M-TOKEN-7).
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

  /** `undefined`: the session has another token by now, which is to be exchanged instead. */
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
    return failed(answer.code === undefined ? { kind: 'network' } : status(answer.code))
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
