import { createHash, randomUUID } from 'node:crypto'
import { type Database, sql, type Queryable } from '@atalaia/database'
import { nullable, object, parse, string, type infer as Infer } from 'zod/mini'
import { recordActs, type AuditEntry } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { lockOrganisation } from '../../base/people/accounts-repository.ts'
import type { AlertMember } from '../alerts/alert-settings.ts'
import { createSecretBox } from '../../base/store/secret-box.ts'
import { SEALED_COLUMNS } from '../../base/store/sealed-columns.ts'

/**
 * Log row about a browser that its person lost: `push.gone` by the push service, `push.taken` by
 * another account, which stays unnamed.
 */
export const lostEntry = (action: 'push.gone' | 'push.taken', lost: LostBrowser, at: Date): AuditEntry => {
  const { id, device: name, accountId: ownerId, organisationId } = lost
  const target = { kind: 'browser', id, name, ownerId } as const
  return { organisationIds: [organisationId], act: { action, actor: { kind: 'system' }, target, at } }
}

type ForgetParts = { readonly database: Database; readonly ring: KeyRing; readonly clock: Clock }

/** Removes a browser that its push service knows no more (RFC 8030 section 7.3), and what waits for it. */
export const forgetGone = ({ database, ring, clock }: ForgetParts, id: string): Promise<void> =>
  database.transaction(async (transaction) => {
    const subscriptions = createSubscriptionsRepository(transaction, ring)
    const organisationId = await subscriptions.organisationOf(id)
    if (organisationId === undefined) return
    await lockOrganisation(transaction, organisationId)
    const lost = await subscriptions.forget(id)
    if (lost) await recordActs(transaction, [lostEntry('push.gone', lost, clock())])
  })

export const MAX_BROWSERS = 10

const targetSchema = object({ endpoint: string(), p256dh: string(), auth: string() })
/** Keys for encryption (RFC 8291), in base64url. */
export type PushTarget = Infer<typeof targetSchema>

const browserSchema = object({
  id: string(),
  device: string(),
  since: string(),
  sentAt: nullable(string()),
  mark: string(),
})
/** `mark`: base64url SHA-256 of its address, by which a page knows its own. */
export type PushBrowser = Infer<typeof browserSchema>

const lostSchema = object({ id: string(), accountId: string(), organisationId: string(), device: string() })
export type LostBrowser = Infer<typeof lostSchema>

export type NewBrowser = AlertMember & {
  readonly sessionId: string | undefined
  readonly device: string
  readonly target: PushTarget
  readonly at: Date
}

/** Calls of people name person and organisation. */
export type SubscriptionsRepository = {
  /** The oldest first. */
  list(member: AlertMember): Promise<PushBrowser[]>
  othersOf(accountId: string, endpoint: string): Promise<string[]>
  /** A browser belongs to one person (M-PUSH-5). Call with {@link othersOf} locked. */
  takeFromOthers(accountId: string, endpoint: string): Promise<LostBrowser[]>
  /** Renews a known browser. Call under the organisation's lock. Returns the id. */
  add(browser: NewBrowser): Promise<string | 'limit-reached'>
  /** Removes waiting pushes too. Returns the device; `undefined`: no such browser. */
  remove(member: AlertMember, id: string): Promise<string | undefined>
  /** `undefined`: removed, or encrypted with another key. */
  target(id: string): Promise<PushTarget | undefined>
  sent(id: string, at: Date): Promise<void>
  organisationOf(id: string): Promise<string | undefined>
  forget(id: string): Promise<LostBrowser | undefined>
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const instant = (column: string) => sql`to_json(${sql.ref(column)}) #>> '{}'`
const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')
const LOST = sql`id::text, account_id::text AS "accountId", organisation_id::text AS "organisationId", device`
const ofOthers = (accountId: string, endpoint: string) =>
  sql`endpoint_hash = decode(${hashOf(endpoint)}, 'hex') AND account_id <> ${accountId}::uuid`
const ownOf = ({ accountId, organisationId }: AlertMember) =>
  sql`account_id = ${accountId}::uuid AND organisation_id = ${organisationId}`

/** Keys derived from `ring` encrypt targets. */
export const createSubscriptionsRepository = (database: Queryable, ring: KeyRing): SubscriptionsRepository => {
  const box = createSecretBox(ring, SEALED_COLUMNS.pushTarget)
  const opened = (sealed: string, id: string): PushTarget | undefined => {
    let text: string
    try {
      text = box.open(Buffer.from(sealed, 'hex'), id)
    } catch {
      // The key of the installation was lost: the person turns its pushes on again.
      return undefined
    }
    return parse(targetSchema, JSON.parse(text))
  }
  const list: SubscriptionsRepository['list'] = async (member) => {
    const rows = await database.query(
      browserSchema,
      sql`SELECT id::text, device, ${instant('created_at')} AS since, ${instant('sent_at')} AS "sentAt",
         encode(endpoint_hash, 'hex') AS mark
       FROM push_subscription WHERE ${ownOf(member)} ORDER BY created_at, id`,
    )
    return rows.map((row) => ({ ...row, mark: Buffer.from(row.mark, 'hex').toString('base64url') }))
  }
  return {
    list,
    othersOf: async (accountId, endpoint) => {
      const rows = await database.query(
        object({ id: string() }),
        sql`SELECT DISTINCT organisation_id AS number, organisation_id::text AS id FROM push_subscription
         WHERE ${ofOthers(accountId, endpoint)} ORDER BY 1`,
      )
      return rows.map(({ id }) => id)
    },
    takeFromOthers: (accountId, endpoint) =>
      database.query(
        lostSchema,
        sql`DELETE FROM push_subscription WHERE ${ofOthers(accountId, endpoint)} RETURNING ${LOST}`,
      ),
    add: async ({ accountId, organisationId, sessionId, device, target, at }) => {
      const hash = hashOf(target.endpoint)
      const own = await list({ accountId, organisationId })
      const known = own.find(({ mark }) => Buffer.from(mark, 'base64url').toString('hex') === hash)
      if (!known && own.length >= MAX_BROWSERS) return 'limit-reached'
      const id = known?.id ?? randomUUID()
      await database.execute(
        sql`INSERT INTO push_subscription
           (account_id, organisation_id, id, session_id, device, endpoint_hash, target, created_at)
         VALUES (${accountId}::uuid, ${organisationId}, ${id}::uuid, ${sessionId ?? null}::uuid, ${device}, decode(${hash}, 'hex'),
           decode(${hex(box.seal(JSON.stringify(target), id))}, 'hex'), ${at.toISOString()})
         ON CONFLICT (account_id, organisation_id, endpoint_hash) DO UPDATE
           SET session_id = excluded.session_id, device = excluded.device, target = excluded.target`,
      )
      return id
    },
    remove: async (member, id) => {
      const [removed] = await database.query(
        object({ device: string() }),
        sql`DELETE FROM push_subscription WHERE ${ownOf(member)} AND id = ${id}::uuid RETURNING device`,
      )
      return removed?.device
    },
    target: async (id) => {
      const [row] = await database.query(
        object({ target: string() }),
        sql`SELECT encode(target, 'hex') AS target FROM push_subscription WHERE id = ${id}::uuid`,
      )
      return row && opened(row.target, id)
    },
    sent: async (id, at) => {
      await database.execute(sql`UPDATE push_subscription SET sent_at = ${at.toISOString()} WHERE id = ${id}::uuid`)
    },
    organisationOf: async (id) => {
      const [row] = await database.query(
        object({ organisation: string() }),
        sql`SELECT organisation_id::text AS organisation FROM push_subscription WHERE id = ${id}::uuid`,
      )
      return row?.organisation
    },
    forget: async (id) => {
      const lost = sql`DELETE FROM push_subscription WHERE id = ${id}::uuid RETURNING ${LOST}`
      return (await database.query(lostSchema, lost))[0]
    },
  }
}
