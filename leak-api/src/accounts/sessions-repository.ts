import { randomUUID } from 'node:crypto'
import { roleSchema } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { boolean, enum as oneOf, int, number, object, nullable, string, type infer as Infer } from 'zod/mini'
import type { AccountSubject } from '../base/access/tokens.ts'
import { IS_OPERATOR, mustEnrolIn } from '../base/people/accounts-repository.ts'
import { endPushesOf } from '../base/people/end-pushes.ts'

/** `browser`: a page of ours, which renews its tokens. `client`: whoever logged in by the API, with one token. */
export const sessionKinds = ['browser', 'client'] as const
export type SessionKind = (typeof sessionKinds)[number]

/** Sessions of one account that there are at a time; the one seen longest ago ends first. */
const MAX_SESSIONS: Readonly<Record<SessionKind, number>> = { browser: 20, client: 100 }
/** A session's use is written down at most so often. */
const SEEN_NOTED_MS = 60_000

export type NewSession = {
  readonly accountId: string
  /** The account's generation when its password was checked. */
  readonly generation: number
  readonly kind: SessionKind
  readonly device: string
  readonly network: string
  /** The key of the provider by which the person came in; absent: a password or a passkey. */
  readonly provider?: string | undefined
  readonly at: Date
  readonly until: Date
  /** The last proof of the person before it. Default: its beginning, a login. */
  readonly provedAt?: Date | undefined
}

/** The person and the end of a session; `until`, `seen` and `proved` in milliseconds since 1970. */
const ownerSchema = object({
  accountId: string(),
  email: string(),
  organisationId: string(),
  role: roleSchema,
  generation: int(),
  isMailboxProved: boolean(),
  mustEnrol: boolean(),
  /** The operator's reason for having suspended the organisation. */
  suspendedBecause: nullable(string()),
  isOperator: boolean(),
  /** The support access by which the account is in the organisation, of which it is no member. */
  supportId: nullable(string()),
  kind: nullable(oneOf(sessionKinds)),
  until: nullable(number()),
  seen: nullable(number()),
  proved: nullable(number()),
})
export type SessionOwner = Infer<typeof ownerSchema>

const rotatedSchema = object({ accountId: string(), email: string(), generation: int(), until: number() })
/** A session whose refresh token was replaced. */
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

/** A use of a session. */
export type SessionUse = { readonly network: string; readonly at: Date }
export type Rotation = SessionUse & {
  readonly sessionId: string
  /** The number of the refresh token that was shown. */
  readonly rotation: number
  /** The end of the session if nothing more is heard of it. */
  readonly until: Date
  /** Milliseconds since the session's beginning after which it ends in any case. */
  readonly longestMs: number
  /** Milliseconds in which the token before the one in force gets the same successor. */
  readonly graceMs: number
}

/** Sessions of accounts (P-SESSION-17). One that ends is gone. */
export type SessionsRepository = {
  /** `undefined`: the sessions of the account were ended while its password was checked. */
  create(session: NewSession): Promise<{ readonly id: string } | undefined>
  /**
   * The account with that address in the organisation (without one, that of its sign-up), as a member or by a support access,
   * and its session with that id, which is noted as seen. A token from before the support access began is worth nothing in it.
   */
  find(
    of: Pick<AccountSubject, 'email' | 'sessionId' | 'organisationId' | 'issuedAt'>,
    use: SessionUse,
  ): Promise<SessionOwner | undefined>
  /** `reused`: the token was replaced longer ago, so that somebody has a copy; the session has ended. */
  rotate(
    rotation: Rotation,
  ): Promise<
    | { readonly status: 'rotated'; readonly rotation: number; readonly session: Rotated }
    | { readonly status: 'reused'; readonly accountId: string; readonly email: string; readonly device: string }
    | { readonly status: 'ended' }
  >
  /** The sessions of an account, the one seen last first. */
  list(accountId: string, at: Date): Promise<ListedSession[]>
  /** Notes that the person of a session has proved themselves again. */
  prove(sessionId: string, at: Date): Promise<void>
  /** `undefined`: the account has no such session. */
  kindOf(accountId: string, sessionId: string): Promise<SessionKind | undefined>
  /** `false`: the account has no such session. */
  end(accountId: string, sessionId: string): Promise<boolean>
  /** Removes the rows of all accounts whose sessions have ended by themselves. */
  sweep(at: Date): Promise<number>
}

const instant = (column: string) => `to_json(${column}) #>> '{}'`
const millis = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`
const ACCOUNT = `account.id::text AS "accountId", email, session_generation AS generation`

/** Leaves room for the session `newest`. */
const endOldest = (database: Queryable, newest: string, { accountId, kind, at }: NewSession) =>
  database.execute(
    `DELETE FROM session WHERE account_id = $1::uuid AND (expires_at <= $2 OR id IN (
       SELECT id FROM session WHERE account_id = $1::uuid AND kind = $3 AND id <> $4::uuid
       ORDER BY seen_at DESC, id OFFSET $5))`,
    [accountId, at.toISOString(), kind, newest, MAX_SESSIONS[kind] - 1],
  )

const standingOf = async (database: Queryable, sessionId: string, at: Date) => {
  const [standing] = await database.query(
    standingSchema,
    `SELECT rotation, ${millis('rotated_at')} AS "rotatedAt", device, ${ACCOUNT}, ${millis('expires_at')} AS until
     FROM session JOIN account ON account.id = account_id WHERE session.id = $1::uuid AND expires_at > $2`,
    [sessionId, at.toISOString()],
  )
  return standing
}

export const createSessionsRepository = (database: Queryable): SessionsRepository => ({
  create: async (session) => {
    const id = randomUUID()
    // The lock makes a change of the password wait, or this insertion see it; and another login, which may end the same sessions.
    const made = await database.execute(
      `INSERT INTO session (id, account_id, kind, device, network, created_at, seen_at, expires_at, rotated_at, provider, proved_at)
       SELECT $1::uuid, id, $4, $5, $6, $7, $7, $8, $7, $9, $10::timestamptz FROM account
       WHERE id = $2::uuid AND session_generation = $3 FOR NO KEY UPDATE`,
      [
        id,
        session.accountId,
        session.generation,
        session.kind,
        session.device,
        session.network,
        session.at.toISOString(),
        session.until.toISOString(),
        session.provider ?? null,
        (session.provedAt ?? session.at).toISOString(),
      ],
    )
    if (made === 0) return undefined
    await endOldest(database, id, session)
    return { id }
  },
  find: async ({ email, sessionId, organisationId, issuedAt }, { network, at }) => {
    const [owner] = await database.query(
      ownerSchema,
      `SELECT ${ACCOUNT}, seat.organisation_id::text AS "organisationId", role,
         mailbox_proved_at IS NOT NULL AS "isMailboxProved", ${mustEnrolIn('seat.organisation_id')} AS "mustEnrol", suspended_because AS "suspendedBecause",
         ${IS_OPERATOR} AS "isOperator", support_id::text AS "supportId", session.kind,
         ${millis('session.expires_at')} AS until, ${millis('seen_at')} AS seen,
         ${millis('coalesce(session.proved_at, session.created_at)')} AS proved
       FROM account
       JOIN seat ON seat.account_id = account.id AND seat.organisation_id = coalesce($4::bigint, account.organisation_id)
         AND (support_id IS NULL OR (seat.expires_at > $3 AND date_trunc('second', seat.since) <= $5 AND ${IS_OPERATOR}))
       JOIN organisation ON organisation.id = seat.organisation_id
       LEFT JOIN session ON session.id = $2::uuid AND session.account_id = account.id AND session.expires_at > $3
       WHERE email = $1`,
      [email, sessionId ?? null, at.toISOString(), organisationId ?? null, new Date(issuedAt).toISOString()],
    )
    if (typeof owner?.seen === 'number' && at.getTime() - owner.seen >= SEEN_NOTED_MS)
      await database.execute('UPDATE session SET seen_at = $2, network = $3 WHERE id = $1::uuid AND seen_at < $2', [
        sessionId,
        at.toISOString(),
        network,
      ])
    return owner
  },
  rotate: async ({ sessionId, rotation, network, at, until, longestMs, graceMs }) => {
    const [session] = await database.query(
      rotatedSchema,
      `UPDATE session SET rotation = rotation + 1, rotated_at = $3, seen_at = $3, network = $4,
         expires_at = least($5, session.created_at + $6 * interval '1 millisecond')
       FROM account
       WHERE session.id = $1::uuid AND account.id = account_id AND rotation = $2 AND expires_at > $3
       RETURNING ${ACCOUNT}, ${millis('expires_at')} AS until`,
      [sessionId, rotation, at.toISOString(), network, until.toISOString(), longestMs],
    )
    if (session !== undefined) return { status: 'rotated', rotation: rotation + 1, session }
    const standing = await standingOf(database, sessionId, at)
    if (standing === undefined || rotation > standing.rotation) return { status: 'ended' }
    if (rotation + 1 === standing.rotation && at.getTime() - standing.rotatedAt <= graceMs)
      return { status: 'rotated', rotation: standing.rotation, session: standing }
    await endPushesOf(database, sessionId)
    await database.execute('DELETE FROM session WHERE id = $1::uuid', [sessionId])
    const { accountId, email, device } = standing
    return { status: 'reused', accountId, email, device }
  },
  list: (accountId, at) =>
    database.query(
      listedSchema,
      `SELECT id::text, kind, device, network, ${instant('created_at')} AS "createdAt", ${instant('seen_at')} AS "seenAt"
       FROM session WHERE account_id = $1::uuid AND expires_at > $2 ORDER BY seen_at DESC, id`,
      [accountId, at.toISOString()],
    ),
  prove: async (sessionId, at) => {
    await database.execute('UPDATE session SET proved_at = $2 WHERE id = $1::uuid', [sessionId, at.toISOString()])
  },
  kindOf: async (accountId, sessionId) => {
    const [session] = await database.query(
      object({ kind: oneOf(sessionKinds) }),
      'SELECT kind FROM session WHERE id = $2::uuid AND account_id = $1::uuid',
      [accountId, sessionId],
    )
    return session?.kind
  },
  end: async (accountId, sessionId) => {
    const own = 'SELECT 1 FROM session WHERE id = $2::uuid AND account_id = $1::uuid FOR UPDATE'
    if ((await database.query(object({}), own, [accountId, sessionId])).length === 0) return false
    await endPushesOf(database, sessionId)
    return (await database.execute('DELETE FROM session WHERE id = $1::uuid', [sessionId])) > 0
  },
  sweep: (at) =>
    database.execute(
      `DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)`,
      [at.toISOString()],
    ),
})
