import { PAGE_HEADER } from '@atalaia/contracts'
import type { Database, Queryable } from '@atalaia/database'
import { Problem, routedBlockOf } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Subjects } from '../base/access/authenticate.ts'
import { memberOf, SESSION_ENDED, type CallerSession } from '../base/access/caller.ts'
import { isFromOwnPage } from '../base/access/cross-origin.ts'
import { SESSION_SECONDS, type AccountSubject, type Tokens } from '../base/access/tokens.ts'
import { accountActor } from '../base/audit/actor-of.ts'
import { recordAccountAudit, recordActs, recordSessionAudit, type AuditEntry } from '../base/audit/record-audit.ts'
import { DAY_MS, type Clock } from '../base/clock.ts'
import type { KeyRing } from '../base/key-ring.ts'
import { createMembersRepository, type Membership } from '../base/people/members-repository.ts'
import { enqueueMail } from '../base/mail/enqueue-mail.ts'
import { copiedMail } from './account-mails.ts'
import { deviceOf } from './device.ts'
import { createFindAccount } from './find-session-account.ts'
import { personOf } from './person-of-call.ts'
import { createRefreshTokens } from './refresh-token.ts'
import { createSessionsRepository, type SessionKind } from './sessions-repository.ts'

/** Lifetime of a page's token, which works for a thief too. */
const ACCESS_SECONDS = 10 * 60
/** A page's session ends this long after the last renewal. */
const IDLE_MS = SESSION_SECONDS * 1000
const LONGEST_MS = 7 * DAY_MS
/** For lost answers and simultaneous tabs (P-SESSION-20). */
const GRACE_MS = 20_000

type Account = { readonly id: string; readonly email: string; readonly generation: number }

type OwnSession = Pick<AccountSubject, 'accountId' | 'email' | 'organisationId'>

export type Beginning = {
  /** Default: the organisation that the account entered last. */
  readonly organisationId?: string | undefined
  readonly provider?: string | undefined
  /**
   * Writes the changes of the way in, in the session's transaction, before the session. Returns
   * acts for the log.
   */
  readonly first?: ((transaction: Queryable) => Promise<AuditEntry[]>) | undefined
  /** The end of a token from before sessions existed, in milliseconds since 1970. */
  readonly tokenUntil?: number | undefined
}

/** Rows of sessions, and their tokens (P-SESSION-17 to P-SESSION-22). */
export type Sessions = {
  /**
   * Begins a session after a proved login, in the organisation last entered. Ends the session of
   * the token that the login brings. Our pages get a short token and a renewal cookie; other
   * clients get a token for 8 hours (P-SESSION-27).
   */
  begin(account: Account, request: FastifyRequest, reply: FastifyReply, from?: Beginning): Promise<string>
  /**
   * Returns the call's token after a change of generation or organisation, with an unchanged end.
   * Only {@link Sessions.renew} prolongs a session (P-SESSION-26).
   */
  goOn(
    account: Account,
    session: CallerSession | undefined,
    call: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly organisationId?: string },
  ): Promise<string>
  renew(
    of: { readonly sessionId: string } & Pick<AccountSubject, 'accountId' | 'organisationId'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string>
  /**
   * Ends the caller's session and removes the cookie. An expired token needs the cookie, so its
   * copy is worthless.
   */
  leave(
    of: { readonly sessionId?: string | undefined; readonly expired: boolean } & OwnSession,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void>
  readonly findAccount: Subjects['findAccount']
}

export type SessionsOptions = {
  readonly database: Database
  readonly tokens: Tokens
  readonly ring: KeyRing
  readonly origin: string
  readonly clock: Clock
}

export const createSessions = ({ database, tokens, ring, origin, clock }: SessionsOptions): Sessions => {
  const sessions = createSessionsRepository(database)
  const refreshTokens = createRefreshTokens(ring)

  const membershipOf = async (on: Queryable, accountId: string, organisationId?: string): Promise<Membership> => {
    const own = await createMembersRepository(on).organisationsOf(accountId, clock())
    const membership = own.find((each) => each.organisationId === organisationId) ?? own[0]
    if (membership === undefined) throw new Problem(401, SESSION_ENDED)
    return membership
  }
  const tokenFor = async (
    { id, email, generation }: Account,
    session: Omit<CallerSession, 'provedAt'>,
    { membership, tokenUntil = Number.POSITIVE_INFINITY }: { membership: Membership; tokenUntil?: number | undefined },
  ): Promise<string> => {
    const now = clock().getTime()
    // The seconds of the end are those that the token before has: both count whole ones.
    const left = Math.min(Math.floor((session.until - now) / 1000), tokenUntil / 1000 - Math.floor(now / 1000))
    const isPage = session.kind === 'browser'
    const shown = await createMembersRepository(database).shownFacts(membership.organisationId, id)
    return tokens.issue({
      email,
      accountId: id,
      generation,
      sessionId: session.id,
      organisationId: membership.organisationId,
      facts: { ...shown, organisation: membership.name, role: membership.role },
      seconds: isPage ? Math.min(left, ACCESS_SECONDS) : left,
      ...(isPage && { renewUntil: Math.floor(session.until / 1000) }),
    })
  }
  const secondsLeft = (until: number) => Math.max(0, Math.floor((until - clock().getTime()) / 1000))

  const endOwn = (of: OwnSession & { readonly sessionId: string }, request: FastifyRequest) =>
    database.transaction(async (tx) => {
      const { sessionId: id, accountId, email, organisationId } = of
      if (!(await createSessionsRepository(tx).end(accountId, id))) return
      const actor = accountActor({ id: accountId, email }, request)
      const act = { action: 'session.left', actor, at: clock(), target: { kind: 'session', id } } as const
      await recordSessionAudit(tx, { accountId, organisationId }, act)
    })
  const replacedBy = async (request: FastifyRequest) => {
    const subject = await personOf(tokens, request)
    if (subject === undefined || !isFromOwnPage(request)) return undefined
    const { sessionId } = subject
    const kind = sessionId && (await sessions.kindOf(subject.accountId, sessionId))
    return sessionId && kind ? { ...subject, sessionId, kind } : undefined
  }

  const begin: Sessions['begin'] = async (account, request, reply, beginning = {}) => {
    const { organisationId, provider, first, tokenUntil } = beginning
    const replaced = tokenUntil === undefined ? await replacedBy(request) : undefined
    // A page says what it is in calls without a token alone.
    const isPage =
      replaced?.kind === 'browser' || (request.headers[PAGE_HEADER] !== undefined && isFromOwnPage(request))
    const kind: SessionKind = isPage && tokenUntil === undefined ? 'browser' : 'client'
    const at = clock()
    const until = new Date(Math.min(at.getTime() + IDLE_MS, tokenUntil ?? Number.POSITIVE_INFINITY))
    const { id: accountId, generation } = account
    const device = deviceOf(request.headers['user-agent'])
    const { id, membership } = await database.transaction(async (tx) => {
      const entries = (await first?.(tx)) ?? []
      const network = routedBlockOf(request.ip)
      // A token that goes on as a session is no login.
      const provedAt = tokenUntil === undefined ? at : new Date(0)
      const begun = { accountId, generation, kind, device, network, provider, at, until, provedAt }
      const made = await createSessionsRepository(tx).create(begun)
      if (made === undefined) throw new Problem(401, SESSION_ENDED)
      const entered = await membershipOf(tx, accountId, organisationId)
      const actor = accountActor(account, request)
      const target = { kind: 'session', id: made.id, name: device } as const
      const act = { action: 'session.began', actor, at, target, after: { kind } } as const
      await recordActs(tx, [...entries, { organisationIds: [entered.organisationId], act }])
      return { id: made.id, membership: entered }
    })
    if (replaced !== undefined) await endOwn(replaced, request)
    const session = { id, kind, until: until.getTime() }
    if (kind === 'browser')
      refreshTokens.keep({ sessionId: id, rotation: 0 }, { seconds: secondsLeft(session.until) }, request, reply)
    return tokenFor(account, session, { membership })
  }

  return {
    begin,
    goOn: async (account, session, { request, reply, organisationId = request.caller?.organisationId }) => {
      const { tokenUntil } = memberOf(request)
      return session === undefined
        ? begin(account, request, reply, { organisationId, tokenUntil })
        : tokenFor(account, session, {
            membership: await membershipOf(database, account.id, organisationId),
            tokenUntil,
          })
    },
    renew: async ({ sessionId, accountId, organisationId }, request, reply) => {
      const [shown] = refreshTokens
        .in(request)
        .filter((token) => token.sessionId === sessionId)
        .toSorted((one, other) => other.rotation - one.rotation)
      if (shown === undefined) throw new Problem(401, SESSION_ENDED)
      const at = clock()
      const until = new Date(at.getTime() + IDLE_MS)
      const network = routedBlockOf(request.ip)
      const rotation = { ...shown, network, at, until, longestMs: LONGEST_MS, graceMs: GRACE_MS }
      const rotated = await database.transaction(async (tx) => {
        const outcome = await createSessionsRepository(tx).rotate(rotation)
        if (outcome.status !== 'reused') return outcome
        await enqueueMail(tx, copiedMail({ to: outcome.email, origin, at }, outcome.device))
        await recordAccountAudit(tx, outcome.accountId, {
          action: 'session.reused',
          actor: { kind: 'unknown', network },
          at,
          target: { kind: 'session', id: sessionId },
        })
        return outcome
      })
      if (rotated.status === 'reused')
        request.log.warn(
          { account: accountId },
          'a refresh token was used again after its successor: its session has ended',
        )
      if (rotated.status !== 'rotated') throw new Problem(401, SESSION_ENDED)
      const { session } = rotated
      refreshTokens.keep(
        { sessionId, rotation: rotated.rotation },
        { seconds: secondsLeft(session.until) },
        request,
        reply,
      )
      const going = { id: sessionId, kind: 'browser', until: session.until } as const
      const membership = await membershipOf(database, session.accountId, organisationId)
      return tokenFor({ ...session, id: session.accountId }, going, { membership })
    },
    leave: async ({ sessionId, accountId, email, organisationId, expired }, request, reply) => {
      const isOwn = !expired || refreshTokens.in(request).some((token) => token.sessionId === sessionId)
      if (isOwn && sessionId !== undefined) await endOwn({ sessionId, accountId, email, organisationId }, request)
      refreshTokens.drop(request, reply)
    },
    findAccount: createFindAccount(database, clock),
  }
}
