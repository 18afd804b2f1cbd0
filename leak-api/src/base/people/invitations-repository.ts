import { createHash, randomBytes } from 'node:crypto'
import { LIFETIMES, roleSchema, type Role } from '@atalaia/contracts'
import { type Queryable, sql } from '@atalaia/database'
import { int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { HOUR_MS } from '../clock.ts'

const LIFETIME_MS = LIFETIMES.invitation.hours * HOUR_MS
const PAUSE_MS = 60_000

const listedSchema = object({
  id: string(),
  mailbox: string(),
  role: roleSchema,
  sentAt: string(),
  expiresAt: string(),
})
export type ListedInvitation = Infer<typeof listedSchema>

const foundSchema = object({
  id: string(),
  organisationId: string(),
  mailbox: string(),
  role: roleSchema,
  invitedBy: nullable(string()),
  senderRole: nullable(roleSchema),
})
export type FoundInvitation = Infer<typeof foundSchema>

export type NewInvitation = {
  readonly organisationId: string
  readonly mailbox: string
  readonly role: Role
  readonly by: string
  readonly at: Date
}
/** Only the mail has `token`. */
export type SentInvitation = { readonly id: string; readonly token: string; readonly expiresAt: Date }

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
const LISTED = sql`id::text, mailbox, role, to_json(sent_at) #>> '{}' AS "sentAt", to_json(expires_at) #>> '{}' AS "expiresAt"`
const FOUND = sql`invitation.id::text, invitation.organisation_id::text AS "organisationId", mailbox, invitation.role, (
    SELECT email FROM account WHERE account.id = invited_by) AS "invitedBy", (
    SELECT membership.role FROM membership WHERE membership.account_id = invited_by
      AND membership.organisation_id = invitation.organisation_id) AS "senderRole"`

/** Open invitations (M-MEMBER-5): readers of the mail know the token. Each works once. */
export const createInvitationsRepository = (database: Queryable) => ({
  list: (organisationId: string): Promise<ListedInvitation[]> =>
    database.query(
      listedSchema,
      sql`SELECT ${LISTED} FROM invitation WHERE organisation_id = ${organisationId} ORDER BY sent_at, mailbox`,
    ),
  count: async (organisationId: string): Promise<number> => {
    const [row] = await database.query(
      object({ count: int() }),
      sql`SELECT count(*)::int AS count FROM invitation WHERE organisation_id = ${organisationId}`,
    )
    return row?.count ?? 0
  },
  /** Replaces an older invitation and its link. `undefined`: sent less than a minute ago. */
  send: async ({ organisationId, mailbox, role, by, at }: NewInvitation): Promise<SentInvitation | undefined> => {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(at.getTime() + LIFETIME_MS)
    const [sent] = await database.query(
      object({ id: string() }),
      sql`INSERT INTO invitation AS known (organisation_id, mailbox, role, token_hash, invited_by, sent_at, expires_at)
       VALUES (${organisationId}, ${mailbox}, ${role}, decode(${hashOf(token)}, 'hex'), ${by}::uuid, ${at.toISOString()}, ${expiresAt.toISOString()})
       ON CONFLICT (organisation_id, mailbox) DO UPDATE
         SET role = excluded.role, token_hash = excluded.token_hash, invited_by = excluded.invited_by,
           sent_at = excluded.sent_at, expires_at = excluded.expires_at
         WHERE known.sent_at <= ${new Date(at.getTime() - PAUSE_MS).toISOString()}
       RETURNING id::text`,
    )
    return sent && { id: sent.id, token, expiresAt }
  },
  findById: async (organisationId: string, id: string): Promise<ListedInvitation | undefined> => {
    const [found] = await database.query(
      listedSchema,
      sql`SELECT ${LISTED} FROM invitation WHERE organisation_id = ${organisationId} AND id::text = ${id}`,
    )
    return found
  },
  /** Keeps the link valid. */
  find: async (token: string, now: Date): Promise<FoundInvitation | undefined> => {
    const [found] = await database.query(
      foundSchema,
      sql`SELECT ${FOUND} FROM invitation WHERE token_hash = decode(${hashOf(token)}, 'hex') AND expires_at > ${now.toISOString()}`,
    )
    return found
  },
  /** Ends the link. `undefined`: invalid, or somebody else just used it. */
  redeem: async (token: string, now: Date): Promise<FoundInvitation | undefined> => {
    const [found] = await database.query(
      foundSchema,
      sql`DELETE FROM invitation WHERE token_hash = decode(${hashOf(token)}, 'hex') AND expires_at > ${now.toISOString()} RETURNING ${FOUND}`,
    )
    return found
  },
  /** `undefined`: none in this organisation. */
  revoke: async (organisationId: string, id: string): Promise<ListedInvitation | undefined> => {
    const [revoked] = await database.query(
      listedSchema,
      sql`DELETE FROM invitation WHERE organisation_id = ${organisationId} AND id::text = ${id} RETURNING ${LISTED}`,
    )
    return revoked
  },
})
