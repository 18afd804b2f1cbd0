import { DELETION_GRACE_DAYS } from '@atalaia/contracts'
import { type Database, type Queryable, sql } from '@atalaia/database'
import { object, string } from 'zod/mini'
import { createAuditRepository } from '../../base/audit/audit-repository.ts'
import { recordAudit, recordAuditIn } from '../../base/audit/record-audit.ts'
import { DAY_MS, HOUR_MS, type Clock } from '../../base/clock.ts'
import { undownloadedIncidents, type Leaver } from '../../watchlist/incidents/undownloaded-incidents.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { createMembersRepository, NAME } from '../../base/people/members-repository.ts'
import { lockAccount, removeAccount } from '../../base/people/remove-account.ts'
import { goneMail } from './leaving-mail.ts'
import { repeat, type Repeated } from '../../base/repeat.ts'

/** Audit logs keep names and networks this long, even of present people (P-AUDIT-5). */
export const NAMES_KEPT_DAYS = 730
const SYSTEM = { kind: 'system' } as const
const LOOK_EVERY_MS = HOUR_MS

const idSchema = object({ id: string() })
const instantSchema = object({ at: string() })

// An organisation of which the account is the only member goes with it.
const held = (accountId: string) => sql`SELECT ${NAME} AS id
  FROM membership AS own JOIN organisation ON organisation.id = own.organisation_id
  WHERE own.account_id = ${accountId}::uuid AND own.role = 'owner'
    AND EXISTS (SELECT FROM membership WHERE organisation_id = own.organisation_id AND account_id <> own.account_id)
    AND NOT EXISTS (SELECT FROM membership WHERE organisation_id = own.organisation_id
      AND account_id <> own.account_id AND role = 'owner')
  ORDER BY 1`

const KEY = { account: 'uuid', organisation: 'bigint' } as const

/** Deletes accounts and organisations after a grace period. A request within it keeps them. */
export const createLeaving = (database: Queryable) => ({
  /**
   * Names of organisations with other members and this account as only owner. They need another
   * owner before it goes.
   */
  heldBy: async (accountId: string): Promise<string[]> =>
    (await database.query(idSchema, held(accountId))).map(({ id }) => id),
  /** The instant of deletion; an earlier wish keeps its instant. */
  leave: async (kind: 'account' | 'organisation', id: string, now: Date): Promise<Date> => {
    const [row] = await database.query(
      instantSchema,
      sql`UPDATE ${sql.raw(kind)} SET leaves_at = coalesce(leaves_at, ${new Date(now.getTime() + DELETION_GRACE_DAYS * DAY_MS).toISOString()}) WHERE id = ${id}::${sql.raw(KEY[kind])}
       RETURNING to_json(leaves_at) #>> '{}' AS at`,
    )
    if (row === undefined) throw new Error(`leaving: the ${kind} is gone`)
    return new Date(row.at)
  },
  stay: async (kind: 'account' | 'organisation', id: string): Promise<void> => {
    await database.execute(sql`UPDATE ${sql.raw(kind)} SET leaves_at = NULL WHERE id = ${id}::${sql.raw(KEY[kind])}`)
  },
})

const accountSchema = object({ id: string(), email: string() })
const dueAccount = (at: string) => sql`SELECT id::text, email FROM account WHERE leaves_at <= ${at}`

const waitADay = (tx: Queryable, { kind, id }: Leaver, now: Date) =>
  tx.execute(
    sql`UPDATE ${sql.raw(kind)} SET leaves_at = ${new Date(now.getTime() + DAY_MS).toISOString()} WHERE id = ${id}::${sql.raw(KEY[kind])}`,
  )
/** P-INCIDENT-7 */
const isRegisterUnheld = async (tx: Queryable, leaver: Leaver, now: Date) =>
  (await undownloadedIncidents(tx, leaver, now)).length > 0

/**
 * Locks the next due account and its organisations. `changed`: kept, or joined or left one before
 * the lock. `undefined`: none is due.
 */
const lockDue = async (tx: Queryable, now: Date) => {
  const at = now.toISOString()
  const [next] = await tx.query(accountSchema, sql`${dueAccount(at)} ORDER BY leaves_at, id LIMIT 1`)
  if (next === undefined) return undefined
  const organisationIds = await lockAccount(tx, next.id)
  const [due] = await tx.query(accountSchema, sql`${dueAccount(at)} AND id = ${next.id}::uuid`)
  return due === undefined || organisationIds === undefined
    ? ({ ...next, status: 'changed' } as const)
    : ({ ...due, status: 'locked', organisationIds } as const)
}

const deleteAccount = async (tx: Queryable, now: Date): Promise<string | undefined> => {
  const due = await lockDue(tx, now)
  if (due?.status !== 'locked') return due?.id
  // Others have joined meanwhile, and nobody else owns what they are in: it waits for an owner.
  const leaver = { kind: 'account', id: due.id } as const
  if ((await createLeaving(tx).heldBy(due.id)).length > 0 || (await isRegisterUnheld(tx, leaver, now))) {
    await waitADay(tx, leaver, now)
    return due.id
  }
  const { organisationIds } = due
  await removeAccount(tx, due.id)
  await tx.execute(sql`DELETE FROM delivery WHERE recipient = ${due.email}`)
  await createAuditRepository(tx).eraseMailbox(due.email)
  await enqueueMail(tx, goneMail(due.email, now))
  // The log keeps the id, which names nobody any more.
  const gone = { actor: SYSTEM, at: now, target: { kind: 'account', id: due.id } } as const
  await recordAuditIn(tx, organisationIds, { ...gone, action: 'account.deleted' })
  await createAuditRepository(tx).eraseGone(organisationIds)
  return due.id
}

/** Members keep their accounts. `undefined`: none is due. */
const deleteOrganisation = async (tx: Queryable, now: Date): Promise<string | undefined> => {
  const [due] = await tx.query(
    idSchema,
    sql`SELECT id::text FROM organisation WHERE leaves_at <= ${now.toISOString()} ORDER BY leaves_at LIMIT 1
  FOR UPDATE SKIP LOCKED`,
  )
  if (due === undefined) return undefined
  const leaver = { kind: 'organisation', id: due.id } as const
  if (await isRegisterUnheld(tx, leaver, now)) {
    await waitADay(tx, leaver, now)
    return due.id
  }
  const members = createMembersRepository(tx)
  const listed = (await members.list(due.id)).map(({ accountId }) => accountId)
  // Accounts in one order: others change several, too.
  for (const accountId of listed.toSorted()) await members.remove(due.id, accountId, now)
  await tx.execute(sql`DELETE FROM organisation WHERE id = ${due.id}::bigint`)
  await recordAudit(tx, { organisationId: due.id, action: 'organisation.deleted', actor: SYSTEM, at: now })
  await createAuditRepository(tx).eraseGone([due.id])
  return due.id
}

/** Uses a transaction for each deletion. Several processes may run it at once. */
export const deleteDue = async (database: Database, now: Date): Promise<void> => {
  for (const deleteOne of [deleteOrganisation, deleteAccount])
    while ((await database.transaction((tx) => deleteOne(tx, now))) !== undefined);
  await createAuditRepository(database).eraseBefore(new Date(now.getTime() - NAMES_KEPT_DAYS * DAY_MS))
}

export type DeletionOptions = {
  readonly database: Database
  readonly clock: Clock
  readonly onFailure: (error: unknown) => void
}

export const startDeletions = ({ database, clock, onFailure }: DeletionOptions): Repeated =>
  repeat({ everyMs: LOOK_EVERY_MS, work: () => deleteDue(database, clock()), onFailure })
