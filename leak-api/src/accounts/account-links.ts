import { createHash, randomBytes } from 'node:crypto'
import { LIFETIMES } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { nullable, object, string, type infer as Infer } from 'zod/mini'
import { HOUR_MS } from '../base/clock.ts'

/** `proof`: the mailbox is the account's. `reset`: another password may be chosen. `address`: the account moves to the mailbox. */
export type LinkPurpose = 'proof' | 'reset' | 'address'

/** Between two mails with a link for the same purpose: with its lifetime, it bounds how many work at the same time. */
const PAUSE_MS = 60_000

const ownerSchema = object({
  accountId: string(),
  organisationId: string(),
  email: string(),
  newEmail: nullable(string()),
})
/** The account whose link it is; `newEmail` has the mailbox of an `address` link. */
export type LinkOwner = Infer<typeof ownerSchema>

export type NewLink = { readonly token: string; readonly expiresAt: Date }

export type RecentLink = {
  readonly accountId: string
  readonly purpose: Exclude<LinkPurpose, 'address'>
  readonly pauseMs?: number | undefined
}
/** `mailbox`: the one that the link is mailed to. */
export type WantedLink = RecentLink & { readonly mailbox: string }

/**
 * Links that prove a mailbox: whoever has read the mail knows the token. Each works once. A newer one ends no older one, so
 * that nobody takes a link away by asking for another (P-ACCOUNT-2); one that is used ends all of its purpose.
 */
export type AccountLinks = {
  /** `undefined`: one was made within `pauseMs`, or the account has left the mailbox. Default: a minute. In a transaction. */
  create(wanted: WantedLink, now: Date): Promise<NewLink | undefined>
  /** True where one was made within `pauseMs`. */
  isRecent(wanted: RecentLink, now: Date): Promise<boolean>
  /** The link that moves the account to `newEmail`; older ones end. `undefined`: one was made just now. In a transaction. */
  createMove(accountId: string, newEmail: string, now: Date): Promise<NewLink | undefined>
  /** The account of a link that works; it goes on working. */
  find(token: string, purpose: LinkPurpose, now: Date): Promise<LinkOwner | undefined>
  /** Ends the links of that purpose. `undefined`: it did not work, or somebody else has just used one. In a transaction. */
  redeem(token: string, purpose: LinkPurpose, now: Date): Promise<LinkOwner | undefined>
  /** Ends the links of the account for those purposes. */
  withdraw(accountId: string, purposes: readonly LinkPurpose[]): Promise<void>
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** SQL: a link of the account (1) for the purpose (2) that was made after a moment (3). */
const RECENT = 'SELECT 1 FROM account_link WHERE account_id = $1::uuid AND purpose = $2 AND sent_at > $3'
const latest = (now: Date, pauseMs = PAUSE_MS) => new Date(now.getTime() - pauseMs).toISOString()

type Wanted = WantedLink | { readonly accountId: string; readonly purpose: 'address'; readonly newEmail: string }

const insertLink = async (database: Queryable, wanted: Wanted, now: Date): Promise<NewLink | undefined> => {
  const { accountId, purpose } = wanted
  const { newEmail, pauseMs, mailbox } = { newEmail: undefined, pauseMs: undefined, mailbox: undefined, ...wanted }
  // Of requests at the same time one makes a link, and the others see it. A move that is under way comes first.
  const held = 'SELECT 1 FROM account WHERE id = $1::uuid AND email = coalesce($2, email) FOR NO KEY UPDATE'
  if ((await database.query(object({}), held, [accountId, mailbox ?? null])).length === 0) return undefined
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIFETIMES[purpose].hours * HOUR_MS)
  const written = await database.execute(
    `INSERT INTO account_link (account_id, purpose, token_hash, sent_at, expires_at, new_email)
     SELECT $1::uuid, $2, decode($4, 'hex'), $5, $6, $7 WHERE NOT EXISTS (${RECENT})`,
    [
      accountId,
      purpose,
      latest(now, pauseMs),
      hashOf(token),
      now.toISOString(),
      expiresAt.toISOString(),
      newEmail ?? null,
    ],
  )
  if (written === 0) return undefined
  // Of moves the newest stays: the mailbox of an older one may be a slip of the pen.
  await database.execute(
    `DELETE FROM account_link WHERE account_id = $1::uuid AND purpose = $2 AND token_hash <> decode($3, 'hex')
       AND (purpose = 'address' OR expires_at <= $4)`,
    [accountId, purpose, hashOf(token), now.toISOString()],
  )
  return { token, expiresAt }
}

const OWNER = `account.id::text AS "accountId", organisation_id::text AS "organisationId", email, new_email AS "newEmail"`

export const createAccountLinks = (database: Queryable): AccountLinks => {
  const withdraw: AccountLinks['withdraw'] = async (accountId, purposes) => {
    await database.execute('DELETE FROM account_link WHERE account_id = $1::uuid AND purpose = ANY($2::text[])', [
      accountId,
      purposes,
    ])
  }
  return {
    withdraw,
    isRecent: async ({ accountId, purpose, pauseMs }, now) =>
      (await database.query(object({}), RECENT, [accountId, purpose, latest(now, pauseMs)])).length > 0,
    create: (wanted, now) => insertLink(database, wanted, now),
    createMove: (accountId, newEmail, now) => insertLink(database, { accountId, purpose: 'address', newEmail }, now),
    find: async (token, purpose, now) => {
      const [owner] = await database.query(
        ownerSchema,
        `SELECT ${OWNER}
       FROM account_link JOIN account ON account.id = account_id
       WHERE token_hash = decode($1, 'hex') AND purpose = $2 AND expires_at > $3`,
        [hashOf(token), purpose, now.toISOString()],
      )
      return owner
    },
    redeem: async (token, purpose, now) => {
      // The account before its links, as every transaction does that changes both.
      await database.execute(
        `SELECT 1 FROM account JOIN account_link ON account_id = account.id
       WHERE token_hash = decode($1, 'hex') AND purpose = $2 FOR NO KEY UPDATE OF account`,
        [hashOf(token), purpose],
      )
      const [owner] = await database.query(
        ownerSchema,
        `DELETE FROM account_link USING account
       WHERE account.id = account_id AND token_hash = decode($1, 'hex') AND purpose = $2 AND expires_at > $3
       RETURNING ${OWNER}`,
        [hashOf(token), purpose, now.toISOString()],
      )
      if (owner !== undefined) await withdraw(owner.accountId, [purpose])
      return owner
    },
  }
}
