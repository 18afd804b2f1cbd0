import { randomUUID } from 'node:crypto'
import { roleSchema } from '@atalaia/contracts'
import { type Queryable, sql } from '@atalaia/database'
import { boolean, enum as oneOf, int, number, object, nullable, string, type infer as Infer } from 'zod/mini'
import type { FreshPart } from '../base/access/caller.ts'
import type { AccountSubject } from '../base/access/tokens.ts'
import { IS_OPERATOR, mustEnrolIn } from '../base/people/accounts-repository.ts'
import { endPushesOf } from '../base/people/end-pushes.ts'
import { wholeState } from '../numbers/answer-state.ts'
import { comparable } from '../numbers/visits.ts'

/** `browser`: our page, which renews its tokens. `client`: an API login, with one token. */
export const sessionKinds = ['browser', 'client'] as const
export type SessionKind = (typeof sessionKinds)[number]

/** Sessions of one account at a time; the session seen longest ago ends first. */
const MAX_SESSIONS: Readonly<Record<SessionKind, number>> = { browser: 20, client: 100 }
const SEEN_NOTED_MS = 60_000

export type NewSession = {
  readonly accountId: string
  /** The account's generation at its password check. */
  readonly generation: number
  readonly kind: SessionKind
  readonly device: string
  readonly network: string
  readonly provider?: string | undefined
  readonly at: Date
  readonly until: Date
  /** The last earlier proof of the person. Default: the session's beginning, a login. */
  readonly provedAt?: Date | undefined
}

/** Times are milliseconds since 1970. */
const ownerSchema = object({
  accountId: string(),
  email: string(),
  organisationId: string(),
  role: roleSchema,
  generation: int(),
  isMailboxProved: boolean(),
  mustEnrol: boolean(),
  suspendedBecause: nullable(string()),
  isOperator: boolean(),
  /** The support access of an account that is no member. */
  supportId: nullable(string()),
  kind: nullable(oneOf(sessionKinds)),
  until: nullable(number()),
  seen: nullable(number()),
  proved: nullable(number()),
  since: nullable(string()),
  calledAt: nullable(number()),
  state: nullable(string()),
})
export type SessionOwner = Infer<typeof ownerSchema>

const rotatedSchema = object({ accountId: string(), email: string(), generation: int(), until: number() })
export type Rotated = Infer<typeof rotatedSchema>
const standingSchema = object({ rotation: int(), rotatedAt: number(), device: string(), ...rotatedSchema.shape })

const listedSchema = object({
  id: string(),
  kind: oneOf(sessionKinds),
  device: string(),
  network: string(),
  createdAt: string(),
  seenAt: string(),
})
export type ListedSession = Infer<typeof listedSchema>

export type SessionUse = { readonly network: string; readonly at: Date }
export type Rotation = SessionUse & {
  readonly sessionId: string
  readonly rotation: number
  /** The session's end without another sign of life. */
  readonly until: Date
  /** Milliseconds from the session's beginning to its latest end. */
  readonly longestMs: number
  /** Milliseconds in which the previous token gets the same successor. */
  readonly graceMs: number
}

/** Sessions of accounts. Ended sessions are removed (P-SESSION-17). */
export type SessionsRepository = {
  /** `undefined`: the account's sessions ended during its password check. */
  create(session: NewSession): Promise<{ readonly id: string } | undefined>
  /**
   * Finds the account in the organisation (default: its sign-up's), as a member or by support
   * access. Notes the session's use. A token from before the support access fails.
   */
  find(
    of: Pick<AccountSubject, 'email' | 'sessionId' | 'organisationId' | 'issuedAt'>,
    use: SessionUse & { readonly part?: FreshPart | undefined },
  ): Promise<SessionOwner | undefined>
  /** `reused`: somebody has a copy of a long replaced token; the session has ended. */
  rotate(
    rotation: Rotation,
  ): Promise<
    | { readonly status: 'rotated'; readonly rotation: number; readonly session: Rotated }
    | { readonly status: 'reused'; readonly accountId: string; readonly email: string; readonly device: string }
    | { readonly status: 'ended' }
  >
  list(accountId: string, at: Date): Promise<ListedSession[]>
  prove(sessionId: string, at: Date): Promise<void>
  /** `undefined`: no such session of this account. */
  kindOf(accountId: string, sessionId: string): Promise<SessionKind | undefined>
  end(accountId: string, sessionId: string): Promise<boolean>
  sweep(at: Date): Promise<number>
}

const instant = (column: string) => sql`to_json(${sql.raw(column)}) #>> '{}'`
const millis = (column: string) => sql`(extract(epoch FROM ${sql.raw(column)}) * 1000)::float8`
const ACCOUNT = sql`account.id::text AS "accountId", email, session_generation AS generation`

const endOldest = (database: Queryable, newest: string, { accountId, kind, at }: NewSession) =>
  database.execute(
    sql`DELETE FROM session WHERE account_id = ${accountId}::uuid AND (expires_at <= ${at.toISOString()} OR id IN (
       SELECT id FROM session WHERE account_id = ${accountId}::uuid AND kind = ${kind} AND id <> ${newest}::uuid
       ORDER BY seen_at DESC, id OFFSET ${MAX_SESSIONS[kind] - 1}))`,
  )

const standingOf = async (database: Queryable, sessionId: string, at: Date) => {
  const [standing] = await database.query(
    standingSchema,
    sql`SELECT rotation, ${millis('rotated_at')} AS "rotatedAt", device, ${ACCOUNT}, ${millis('expires_at')} AS until
     FROM session JOIN account ON account.id = account_id WHERE session.id = ${sessionId}::uuid AND expires_at > ${at.toISOString()}`,
  )
  return standing
}

export const createSessionsRepository = (database: Queryable): SessionsRepository => ({
  create: async (session) => {
    const id = randomUUID()
    // The lock makes a change of the password wait, or this insertion see it; and another login, which may end the same sessions.
    const made = await database.execute(
      sql`INSERT INTO session (id, account_id, kind, device, network, created_at, seen_at, expires_at, rotated_at, provider, proved_at)
       SELECT ${id}::uuid, id, ${session.kind}, ${session.device}, ${session.network}, ${session.at.toISOString()}, ${session.at.toISOString()}, ${session.until.toISOString()}, ${session.at.toISOString()}, ${session.provider ?? null}, ${(session.provedAt ?? session.at).toISOString()}::timestamptz FROM account
       WHERE id = ${session.accountId}::uuid AND session_generation = ${session.generation} FOR NO KEY UPDATE`,
    )
    if (made === 0) return undefined
    await endOldest(database, id, session)
    return { id }
  },
  find: async ({ email, sessionId, organisationId, issuedAt }, { network, at, part }) => {
    const state = part === undefined ? sql`NULL` : wholeState(part, sql`seat.organisation_id`)
    const [owner] = await database.query(
      ownerSchema,
      sql`SELECT ${ACCOUNT}, seat.organisation_id::text AS "organisationId", seat.role,
         mailbox_proved_at IS NOT NULL AS "isMailboxProved", ${mustEnrolIn(sql`seat.organisation_id`)} AS "mustEnrol", suspended_because AS "suspendedBecause",
         ${IS_OPERATOR} AS "isOperator", support_id::text AS "supportId", session.kind,
         ${millis('session.expires_at')} AS until, ${millis('seen_at')} AS seen,
         ${millis('coalesce(session.proved_at, session.created_at)')} AS proved,
         ${comparable('membership.seen_until')} AS since, ${millis('membership.called_at')} AS "calledAt", ${state} AS state
       FROM account
       JOIN seat ON seat.account_id = account.id AND seat.organisation_id = coalesce(${organisationId ?? null}::bigint, account.organisation_id)
         AND (support_id IS NULL OR (seat.expires_at > ${at.toISOString()} AND date_trunc('second', seat.since) <= ${new Date(issuedAt).toISOString()} AND ${IS_OPERATOR}))
       JOIN organisation ON organisation.id = seat.organisation_id
       LEFT JOIN membership ON membership.account_id = account.id AND membership.organisation_id = seat.organisation_id
       LEFT JOIN session ON session.id = ${sessionId ?? null}::uuid AND session.account_id = account.id AND session.expires_at > ${at.toISOString()}
       WHERE email = ${email}`,
    )
    if (typeof owner?.seen === 'number' && at.getTime() - owner.seen >= SEEN_NOTED_MS)
      await database.execute(
        sql`UPDATE session SET seen_at = ${at.toISOString()}, network = ${network} WHERE id = ${sessionId}::uuid AND seen_at < ${at.toISOString()}`,
      )
    return owner
  },
  rotate: async ({ sessionId, rotation, network, at, until, longestMs, graceMs }) => {
    const [session] = await database.query(
      rotatedSchema,
      sql`UPDATE session SET rotation = rotation + 1, rotated_at = ${at.toISOString()}, seen_at = ${at.toISOString()}, network = ${network},
         expires_at = least(${until.toISOString()}, session.created_at + ${longestMs} * interval '1 millisecond')
       FROM account
       WHERE session.id = ${sessionId}::uuid AND account.id = account_id AND rotation = ${rotation} AND expires_at > ${at.toISOString()}
       RETURNING ${ACCOUNT}, ${millis('expires_at')} AS until`,
    )
    if (session !== undefined) return { status: 'rotated', rotation: rotation + 1, session }
    const standing = await standingOf(database, sessionId, at)
    if (standing === undefined || rotation > standing.rotation) return { status: 'ended' }
    if (rotation + 1 === standing.rotation && at.getTime() - standing.rotatedAt <= graceMs)
      return { status: 'rotated', rotation: standing.rotation, session: standing }
    await endPushesOf(database, sessionId)
    await database.execute(sql`DELETE FROM session WHERE id = ${sessionId}::uuid`)
    const { accountId, email, device } = standing
    return { status: 'reused', accountId, email, device }
  },
  list: (accountId, at) =>
    database.query(
      listedSchema,
      sql`SELECT id::text, kind, device, network, ${instant('created_at')} AS "createdAt", ${instant('seen_at')} AS "seenAt"
       FROM session WHERE account_id = ${accountId}::uuid AND expires_at > ${at.toISOString()} ORDER BY seen_at DESC, id`,
    ),
  prove: async (sessionId, at) => {
    await database.execute(sql`UPDATE session SET proved_at = ${at.toISOString()} WHERE id = ${sessionId}::uuid`)
  },
  kindOf: async (accountId, sessionId) => {
    const [session] = await database.query(
      object({ kind: oneOf(sessionKinds) }),
      sql`SELECT kind FROM session WHERE id = ${sessionId}::uuid AND account_id = ${accountId}::uuid`,
    )
    return session?.kind
  },
  end: async (accountId, sessionId) => {
    const own = await database.query(
      object({}),
      sql`SELECT 1 FROM session WHERE id = ${sessionId}::uuid AND account_id = ${accountId}::uuid FOR UPDATE`,
    )
    if (own.length === 0) return false
    await endPushesOf(database, sessionId)
    return (await database.execute(sql`DELETE FROM session WHERE id = ${sessionId}::uuid`)) > 0
  },
  sweep: (at) =>
    database.execute(
      sql`DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at <= ${at.toISOString()} FOR UPDATE SKIP LOCKED)`,
    ),
})
