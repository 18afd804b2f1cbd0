import { PAGE_HEADER } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { Problem, routedBlockOf } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Subjects } from '../access/authenticate.ts'
import { SESSION_ENDED, type CallerSession } from '../access/caller.ts'
import { isFromOwnPage } from '../access/cross-origin.ts'
import { SESSION_SECONDS, type AccountSubject, type Tokens } from '../access/tokens.ts'
import type { Clock } from '../clock.ts'
import { createMembersRepository } from '../members/members-repository.ts'
import { deviceOf } from './device.ts'
import { createRefreshTokens } from './refresh-token.ts'
import { createSessionsRepository, type SessionKind } from './sessions-repository.ts'

/** Lifetime of a page's token, which is worth as much to whoever takes it out of storage. */
const ACCESS_SECONDS = 10 * 60
/** A page's session ends when nothing was renewed for so long. */
const IDLE_MS = SESSION_SECONDS * 1000
/** A page's session ends so long after its login in any case. */
const LONGEST_MS = 7 * 24 * 3_600_000
/** For an answer that was lost on its way, and for tabs that ask at the same time. */
const GRACE_MS = 20_000

type Account = { readonly id: string; readonly email: string; readonly generation: number }

/** The sessions of accounts: rows on the server, and the tokens that name them (P-SESSION-17 to P-SESSION-22). */
export type Sessions = {
  /**
   * Begins the session of an account that has just shown its password, in the organisation that it entered last, and returns its
   * token. A page of ours gets a short
   * one, and a cookie with which it renews it; everybody else gets one for 8 hours.
   */
  begin(account: Account, request: FastifyRequest, reply: FastifyReply): Promise<string>
  /** The token with which a session goes on after the account's generation or its organisation has changed. */
  goOn(
    account: Account,
    session: CallerSession | undefined,
    call: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly organisationId?: string },
  ): Promise<string>
  /** The next token of a page, for its cookie and its last token. Rejects with a 401. */
  renew(
    of: { readonly sessionId: string } & Pick<AccountSubject, 'accountId' | 'organisationId'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string>
  /** Ends a session at its own word, and takes the cookie away. */
  leave(
    of: { readonly sessionId?: string | undefined; readonly accountId: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void>
  /** For authentication. */
  readonly findAccount: Subjects['findAccount']
}

export type SessionsOptions = {
  readonly database: Database
  readonly tokens: Tokens
  /** Signs refresh tokens. */
  readonly key: Uint8Array
  readonly clock: Clock
}

export const createSessions = ({ database, tokens, key, clock }: SessionsOptions): Sessions => {
  const sessions = createSessionsRepository(database)
  const refreshTokens = createRefreshTokens(key)

  /** In the organisation that is named while the account is a member there, else in the one that it entered last. */
  const tokenFor = async (
    { id, email, generation }: Account,
    session: CallerSession,
    organisationId?: string,
  ): Promise<string> => {
    const own = await createMembersRepository(database).organisationsOf(id)
    const membership = own.find((each) => each.organisationId === organisationId) ?? own[0]
    if (membership === undefined) throw new Problem(401, SESSION_ENDED)
    const left = Math.floor((session.until - clock().getTime()) / 1000)
    const isPage = session.kind === 'browser'
    return tokens.issue({
      email,
      accountId: id,
      generation,
      sessionId: session.id,
      organisationId: membership.organisationId,
      facts: { organisation: membership.name, role: membership.role },
      seconds: isPage ? Math.min(left, ACCESS_SECONDS) : left,
      ...(isPage && { renewUntil: Math.floor(session.until / 1000) }),
    })
  }
  const secondsLeft = (until: number) => Math.max(0, Math.floor((until - clock().getTime()) / 1000))

  const begin = async (account: Account, request: FastifyRequest, reply: FastifyReply, organisationId?: string) => {
    const kind: SessionKind =
      request.headers[PAGE_HEADER] !== undefined && isFromOwnPage(request) ? 'browser' : 'client'
    const at = clock()
    const until = new Date(at.getTime() + IDLE_MS)
    const made = await sessions.create({
      accountId: account.id,
      generation: account.generation,
      kind,
      device: deviceOf(request.headers['user-agent']),
      network: routedBlockOf(request.ip),
      at,
      until,
    })
    if (made === undefined) throw new Problem(401, SESSION_ENDED)
    const session = { id: made.id, kind, until: until.getTime() }
    if (kind === 'browser')
      refreshTokens.keep({ sessionId: made.id, rotation: 0 }, { seconds: secondsLeft(session.until) }, request, reply)
    return tokenFor(account, session, organisationId)
  }

  return {
    begin: (account, request, reply) => begin(account, request, reply),
    goOn: (account, session, { request, reply, organisationId = request.caller?.organisationId }) =>
      session === undefined
        ? begin(account, request, reply, organisationId)
        : tokenFor(account, session, organisationId),
    renew: async ({ sessionId, accountId, organisationId }, request, reply) => {
      const [shown] = refreshTokens
        .in(request)
        .filter((token) => token.sessionId === sessionId)
        .toSorted((one, other) => other.rotation - one.rotation)
      if (shown === undefined) throw new Problem(401, SESSION_ENDED)
      const at = clock()
      const until = new Date(at.getTime() + IDLE_MS)
      const network = routedBlockOf(request.ip)
      const rotated = await sessions.rotate({ ...shown, network, at, until, longestMs: LONGEST_MS, graceMs: GRACE_MS })
      if (rotated.status === 'reused')
        request.log.warn(
          { account: accountId },
          'a refresh token was used again after its successor: its session has ended',
        )
      if (rotated.status !== 'rotated') throw new Problem(401, SESSION_ENDED)
      const { session, rotation } = rotated
      refreshTokens.keep({ sessionId, rotation }, { seconds: secondsLeft(session.until) }, request, reply)
      const going = { id: sessionId, kind: 'browser', until: session.until } as const
      return tokenFor({ ...session, id: session.accountId }, going, organisationId)
    },
    leave: async ({ sessionId, accountId }, request, reply) => {
      if (sessionId !== undefined) await sessions.end(accountId, sessionId)
      refreshTokens.drop(request, reply)
    },
    findAccount: async (subject, ip) => {
      const { sessionId } = subject
      const found = await sessions.find(subject, { network: routedBlockOf(ip), at: clock() })
      if (found === undefined) return undefined
      const { accountId: id, organisationId, role, generation, mustEnrol, kind, until } = found
      const account = { id, organisationId, role, generation, mustEnrol }
      if (sessionId === undefined) return account
      if (kind === null || until === null) return undefined
      return { ...account, session: { id: sessionId, kind, until } }
    },
  }
}
