import { createHash, randomBytes } from 'node:crypto'
import type { Queryable } from '@atalaia/database'
import { nullable, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS, HOUR_MS } from '../clock.ts'

/** `proof`: the mailbox is the account's. `reset`: another password may be chosen. `address`: the account moves to the mailbox. */
export type LinkPurpose = 'proof' | 'reset' | 'address'

/** The time in which a link works (P-ACCOUNT-1, P-ACCOUNT-2, P-ACCOUNT-6). */
const LIFETIME_MS: Readonly<Record<LinkPurpose, number>> = {
  proof: DAY_MS,
  reset: HOUR_MS,
  address: DAY_MS,
}
/** Between two mails with a link for the same purpose. */
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

/** Links that prove a mailbox: whoever has read the mail knows the token. Each works once, and an older one of its kind ends. */
export type AccountLinks = {
  /** `undefined`: one was made just now. */
  create(accountId: string, purpose: Exclude<LinkPurpose, 'address'>, now: Date): Promise<NewLink | undefined>
  /** A link that moves the account to `newEmail`. `undefined`: one was made just now. */
  createMove(accountId: string, newEmail: string, now: Date): Promise<NewLink | undefined>
  /** The account of a link that works; it goes on working. */
  find(token: string, purpose: LinkPurpose, now: Date): Promise<LinkOwner | undefined>
  /** Ends the link. `undefined`: it did not work, or somebody else has just used it. In a transaction. */
  redeem(token: string, purpose: LinkPurpose, now: Date): Promise<LinkOwner | undefined>
  /** Ends the link of the account for that purpose. */
  withdraw(accountId: string, purpose: LinkPurpose): Promise<void>
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Wanted = { readonly accountId: string; readonly purpose: LinkPurpose; readonly newEmail?: string }

const insertLink = async (database: Queryable, { accountId, purpose, newEmail }: Wanted, now: Date) => {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose])
  const written = await database.execute(
    `INSERT INTO account_link AS known (account_id, purpose, token_hash, sent_at, expires_at, new_email)
     VALUES ($1::uuid, $2, decode($3, 'hex'), $4, $5, $7)
     ON CONFLICT (account_id, purpose) DO UPDATE
       SET token_hash = excluded.token_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
         new_email = excluded.new_email
       WHERE known.sent_at <= $6`,
    [
      accountId,
      purpose,
      hashOf(token),
      now.toISOString(),
      expiresAt.toISOString(),
      new Date(now.getTime() - PAUSE_MS).toISOString(),
      newEmail ?? null,
    ],
  )
  return written === 0 ? undefined : { token, expiresAt }
}

const OWNER = `account.id::text AS "accountId", organisation_id::text AS "organisationId", email, new_email AS "newEmail"`

export const createAccountLinks = (database: Queryable): AccountLinks => ({
  create: (accountId, purpose, now) => insertLink(database, { accountId, purpose }, now),
  createMove: (accountId, newEmail, now) => insertLink(database, { accountId, purpose: 'address', newEmail }, now),
  withdraw: async (accountId, purpose) => {
    await database.execute('DELETE FROM account_link WHERE account_id = $1::uuid AND purpose = $2', [
      accountId,
      purpose,
    ])
  },
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
    return owner
  },
})
