import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@atalaia/server'
import { LIFETIMES } from '@atalaia/contracts'
import { type Queryable, sql } from '@atalaia/database'
import { nullable, object, string, type infer as Infer } from 'zod/mini'
import { HOUR_MS } from '../base/clock.ts'

const UNUSABLE = 'Este link já foi usado ou não vale mais. Peça outro.'

/** The refusal of a link that has been used or replaced, or has ended. */
export const linkUnusable = (): Problem => new Problem(422, UNUSABLE)

/** Refuses malformed links like unknown ones. */
export const linkConfig = { invalid: { status: 422, message: UNUSABLE } }

/**
 * `proof`: proves the mailbox. `reset`: allows another password. `address`: moves the account to
 * the mailbox.
 */
export type LinkPurpose = 'proof' | 'reset' | 'address'

/** Pause between two mails for one purpose; it bounds the links that work. */
const PAUSE_MS = 60_000

const ownerSchema = object({
  accountId: string(),
  organisationId: string(),
  email: string(),
  newEmail: nullable(string()),
})
export type LinkOwner = Infer<typeof ownerSchema>

export type NewLink = { readonly token: string; readonly expiresAt: Date }

export type RecentLink = {
  readonly accountId: string
  readonly purpose: Exclude<LinkPurpose, 'address'>
  readonly pauseMs?: number | undefined
}
export type WantedLink = RecentLink & { readonly mailbox: string }

/**
 * Links that prove a mailbox. Each works once, and its use ends all links of its purpose.
 * A newer link leaves older links valid, so no stranger can take a link away (P-ACCOUNT-2).
 */
export type AccountLinks = {
  /**
   * `undefined`: a link is newer than `pauseMs` (default: a minute), or the account has left the
   * mailbox. In a transaction.
   */
  create(wanted: WantedLink, now: Date): Promise<NewLink | undefined>
  isRecent(wanted: RecentLink, now: Date): Promise<boolean>
  /** Ends older links. `undefined`: a link was made just now. In a transaction. */
  createMove(accountId: string, newEmail: string, now: Date): Promise<NewLink | undefined>
  find(token: string, purpose: LinkPurpose, now: Date): Promise<LinkOwner | undefined>
  /** Ends the links of that purpose. `undefined`: the link does not work any more. In a transaction. */
  redeem(token: string, purpose: LinkPurpose, now: Date): Promise<LinkOwner | undefined>
  withdraw(accountId: string, purposes: readonly LinkPurpose[]): Promise<void>
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const recent = (accountId: string, purpose: string, latest: string) =>
  sql`SELECT 1 FROM account_link WHERE account_id = ${accountId}::uuid AND purpose = ${purpose} AND sent_at > ${latest}`
const latest = (now: Date, pauseMs = PAUSE_MS) => new Date(now.getTime() - pauseMs).toISOString()

type Wanted = WantedLink | { readonly accountId: string; readonly purpose: 'address'; readonly newEmail: string }

const insertLink = async (database: Queryable, wanted: Wanted, now: Date): Promise<NewLink | undefined> => {
  const { accountId, purpose } = wanted
  const { newEmail, pauseMs, mailbox } = { newEmail: undefined, pauseMs: undefined, mailbox: undefined, ...wanted }
  // Of requests at the same time one makes a link, and the others see it. A move that is under way comes first.
  const held = await database.query(
    object({}),
    sql`SELECT 1 FROM account WHERE id = ${accountId}::uuid AND email = coalesce(${mailbox ?? null}, email) FOR NO KEY UPDATE`,
  )
  if (held.length === 0) return undefined
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIFETIMES[purpose].hours * HOUR_MS)
  const written = await database.execute(
    sql`INSERT INTO account_link (account_id, purpose, token_hash, sent_at, expires_at, new_email)
     SELECT ${accountId}::uuid, ${purpose}, decode(${hashOf(token)}, 'hex'), ${now.toISOString()}, ${expiresAt.toISOString()}, ${newEmail ?? null} WHERE NOT EXISTS (${recent(accountId, purpose, latest(now, pauseMs))})`,
  )
  if (written === 0) return undefined
  // Of moves the newest stays: the mailbox of an older one may be a slip of the pen.
  await database.execute(
    sql`DELETE FROM account_link WHERE account_id = ${accountId}::uuid AND purpose = ${purpose} AND token_hash <> decode(${hashOf(token)}, 'hex')
       AND (purpose = 'address' OR expires_at <= ${now.toISOString()})`,
  )
  return { token, expiresAt }
}

const OWNER = sql`account.id::text AS "accountId", organisation_id::text AS "organisationId", email, new_email AS "newEmail"`

export const createAccountLinks = (database: Queryable): AccountLinks => {
  const withdraw: AccountLinks['withdraw'] = async (accountId, purposes) => {
    await database.execute(
      sql`DELETE FROM account_link WHERE account_id = ${accountId}::uuid AND purpose = ANY(${purposes}::text[])`,
    )
  }
  return {
    withdraw,
    isRecent: async ({ accountId, purpose, pauseMs }, now) =>
      (await database.query(object({}), recent(accountId, purpose, latest(now, pauseMs)))).length > 0,
    create: (wanted, now) => insertLink(database, wanted, now),
    createMove: (accountId, newEmail, now) => insertLink(database, { accountId, purpose: 'address', newEmail }, now),
    find: async (token, purpose, now) => {
      const [owner] = await database.query(
        ownerSchema,
        sql`SELECT ${OWNER}
       FROM account_link JOIN account ON account.id = account_id
       WHERE token_hash = decode(${hashOf(token)}, 'hex') AND purpose = ${purpose} AND expires_at > ${now.toISOString()}`,
      )
      return owner
    },
    redeem: async (token, purpose, now) => {
      // The account before its links, as every transaction does that changes both.
      await database.execute(
        sql`SELECT 1 FROM account JOIN account_link ON account_id = account.id
       WHERE token_hash = decode(${hashOf(token)}, 'hex') AND purpose = ${purpose} FOR NO KEY UPDATE OF account`,
      )
      const [owner] = await database.query(
        ownerSchema,
        sql`DELETE FROM account_link USING account
       WHERE account.id = account_id AND token_hash = decode(${hashOf(token)}, 'hex') AND purpose = ${purpose} AND expires_at > ${now.toISOString()}
       RETURNING ${OWNER}`,
      )
      if (owner !== undefined) await withdraw(owner.accountId, [purpose])
      return owner
    },
  }
}
