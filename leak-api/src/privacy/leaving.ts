import type { Database, Queryable } from '@atalaia/database'
import { object, string } from 'zod/mini'
import type { Clock } from '../clock.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { createMembersRepository } from '../members/members-repository.ts'
import { goneMail } from './leaving-mail.ts'
import { repeat, type Repeated } from '../repeat.ts'

const DAY_MS = 86_400_000
/** Between the wish to be deleted and the deletion. */
export const GRACE_DAYS = 14
const LOOK_EVERY_MS = 3_600_000

const idSchema = object({ id: string() })
const instantSchema = object({ at: string() })

/** Accounts and organisations that are deleted after a time of grace, in which a word keeps them. */
export type Leaving = {
  /** The names of the organisations whose only owner the account is while others are in them: it cannot go before another one is. */
  heldBy(accountId: string): Promise<string[]>
  /** The instant of the deletion; an earlier wish keeps its own. */
  leave(kind: 'account' | 'organisation', id: string, now: Date): Promise<Date>
  stay(kind: 'account' | 'organisation', id: string): Promise<void>
}

// An organisation of which the account is the only member goes with it.
const HELD = `SELECT coalesce(nullif(organisation.name, ''), 'Organização ' || organisation.id) AS id
  FROM membership AS own JOIN organisation ON organisation.id = own.organisation_id
  WHERE own.account_id = $1::uuid AND own.role = 'owner'
    AND EXISTS (SELECT FROM membership WHERE organisation_id = own.organisation_id AND account_id <> own.account_id)
    AND NOT EXISTS (SELECT FROM membership WHERE organisation_id = own.organisation_id
      AND account_id <> own.account_id AND role = 'owner')
  ORDER BY 1`

const KEY = { account: 'uuid', organisation: 'bigint' } as const

export const createLeaving = (database: Queryable): Leaving => ({
  heldBy: async (accountId) => (await database.query(idSchema, HELD, [accountId])).map(({ id }) => id),
  leave: async (kind, id, now) => {
    const [row] = await database.query(
      instantSchema,
      `UPDATE ${kind} SET leaves_at = coalesce(leaves_at, $2) WHERE id = $1::${KEY[kind]}
       RETURNING to_json(leaves_at) #>> '{}' AS at`,
      [id, new Date(now.getTime() + GRACE_DAYS * DAY_MS).toISOString()],
    )
    if (row === undefined) throw new Error(`leaving: the ${kind} is gone`)
    return new Date(row.at)
  },
  stay: async (kind, id) => {
    await database.execute(`UPDATE ${kind} SET leaves_at = NULL WHERE id = $1::${KEY[kind]}`, [id])
  },
})

const dueSchema = object({ id: string(), email: string() })
const takeDue = (kind: 'account' | 'organisation', email: string) =>
  `SELECT id::text, ${email} AS email FROM ${kind} WHERE leaves_at <= $1 ORDER BY leaves_at LIMIT 1
   FOR UPDATE SKIP LOCKED`
const ALONE = `DELETE FROM organisation WHERE id IN (
    SELECT organisation_id FROM membership WHERE account_id = $1::uuid AND NOT EXISTS (
      SELECT FROM membership AS other WHERE other.organisation_id = membership.organisation_id AND account_id <> $1::uuid))`

/** Deletes one account whose time has come. `undefined`: there is none. */
const deleteAccount = async (tx: Queryable, now: Date): Promise<string | undefined> => {
  const [due] = await tx.query(dueSchema, takeDue('account', 'email'), [now.toISOString()])
  if (due === undefined) return undefined
  // Others have joined meanwhile, and nobody else owns what they are in: it waits for an owner.
  if ((await createLeaving(tx).heldBy(due.id)).length > 0) {
    await tx.execute(`UPDATE account SET leaves_at = $2 WHERE id = $1::uuid`, [
      due.id,
      new Date(now.getTime() + DAY_MS).toISOString(),
    ])
    return due.id
  }
  await tx.execute(ALONE, [due.id])
  await tx.execute('DELETE FROM account WHERE id = $1::uuid', [due.id])
  await tx.execute('DELETE FROM mail WHERE recipient = $1', [due.email])
  await enqueueMail(tx, goneMail(due.email, now))
  return due.id
}

/** Deletes one organisation whose time has come; its members keep their accounts. `undefined`: there is none. */
const deleteOrganisation = async (tx: Queryable, now: Date): Promise<string | undefined> => {
  const [due] = await tx.query(dueSchema, takeDue('organisation', `''`), [now.toISOString()])
  if (due === undefined) return undefined
  const members = createMembersRepository(tx)
  for (const { accountId } of await members.list(due.id)) await members.remove(due.id, accountId, now)
  await tx.execute('DELETE FROM organisation WHERE id = $1::bigint', [due.id])
  return due.id
}

/** Deletes what is due, each in a transaction of its own. Several processes may do it at once. */
export const deleteDue = async (database: Database, now: Date): Promise<void> => {
  for (const deleteOne of [deleteOrganisation, deleteAccount])
    while ((await database.transaction((tx) => deleteOne(tx, now))) !== undefined);
}

export type DeletionOptions = {
  readonly database: Database
  readonly clock: Clock
  /** Called with what went wrong; it is tried again an hour later. */
  readonly onFailure: (error: unknown) => void
}

/** Deletes what is due now, and each hour. */
export const startDeletions = ({ database, clock, onFailure }: DeletionOptions): Repeated =>
  repeat({ everyMs: LOOK_EVERY_MS, work: () => deleteDue(database, clock()), onFailure })
