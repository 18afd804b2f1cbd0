import { randomBytes, randomUUID } from 'node:crypto'
import { ALERT_LEVELS, WEBHOOK_TEMPLATES, type AlertLevel, type WebhookTemplate } from '@atalaia/contracts/alerts'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { boolean, enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS } from '../../base/clock.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { createSecretBox, type SecretBox } from '../../base/store/secret-box.ts'
import { SEALED_COLUMNS } from '../../base/store/sealed-columns.ts'

export const MAX_WEBHOOKS = 10
const SECRET_BYTES = 32
/** A replaced secret signs this long too (M-HOOK-5). */
const OLD_SECRET_MS = DAY_MS

const listedSchema = object({
  id: string(),
  name: string(),
  template: oneOf(WEBHOOK_TEMPLATES),
  least: oneOf(ALERT_LEVELS),
  active: boolean(),
  address: string(),
  createdAt: string(),
  oldSecretUntil: nullable(string()),
  waiting: int(),
  dead: int(),
})
/** `address` is whole. */
export type ListedWebhook = Infer<typeof listedSchema>

export type NewWebhook = {
  readonly organisationId: string
  readonly name: string
  readonly template: WebhookTemplate
  readonly least: AlertLevel
  readonly address: string
  readonly at: Date
}
export type WebhookChange = {
  readonly organisationId: string
  readonly id: string
  readonly name: string
  readonly least: AlertLevel
  readonly active: boolean
}
export type WebhookTarget = { readonly address: string; readonly secrets: readonly string[] }

export const IS_WORKING = sql`(webhook.active AND NOT EXISTS (
  SELECT FROM organisation WHERE organisation.id = webhook.organisation_id AND suspended_at IS NOT NULL))`

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const openHex = (box: SecretBox, sealed: string, id: string) => box.open(Buffer.from(sealed, 'hex'), id)
const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`
const instant = (column: string) => sql`to_json(${sql.ref(column)}) #>> '{}'`
const count = (which: Sql) => sql`(SELECT count(*)::int FROM delivery WHERE webhook_id = webhook.id AND ${which})`
const columnsAt = (now: Date) => sql`id::text, name, template, least, active, encode(address, 'hex') AS address,
  ${instant('created_at')} AS "createdAt",
  CASE WHEN old_secret_until > ${now.toISOString()} THEN ${instant('old_secret_until')} END AS "oldSecretUntil",
  ${count(sql`ended_at IS NULL`)} AS waiting, ${count(sql`outcome = 'expired'`)} AS dead`
const newestRun = (organisation: Sql) =>
  sql`(SELECT coalesce(max(id), 0) FROM analysis WHERE organisation_id = ${organisation})`

/**
 * Webhooks of organisations. Calls of people name the organisation; changes run under its lock.
 * `ring` signs tokens; derived keys encrypt addresses and secrets.
 */
export const createWebhooksRepository = (database: Queryable, ring: KeyRing) => {
  const addresses = createSecretBox(ring, SEALED_COLUMNS.webhookAddress)
  const secrets = createSecretBox(ring, SEALED_COLUMNS.webhookSecret)
  const read = async (which: Sql, now: Date): Promise<ListedWebhook[]> => {
    const rows = await database.query(listedSchema, sql`SELECT ${columnsAt(now)} FROM webhook WHERE ${which}`)
    return rows.map((row) => ({ ...row, address: openHex(addresses, row.address, row.id) }))
  }
  return {
    /** By name. */
    list: (organisationId: string, now: Date): Promise<ListedWebhook[]> =>
      read(sql`organisation_id = ${organisationId} ORDER BY lower(name), id`, now),
    find: async (organisationId: string, id: string, now: Date): Promise<ListedWebhook | undefined> => {
      const [found] = await read(sql`organisation_id = ${organisationId} AND id = ${id}::uuid`, now)
      return found
    },
    /** Omits findings of earlier runs. Returns the secret once, and stores it encrypted. */
    add: async ({
      organisationId,
      name,
      template,
      least,
      address,
      at,
    }: NewWebhook): Promise<{ readonly id: string; readonly secret: string } | 'limit-reached'> => {
      const [{ total } = { total: 0 }] = await database.query(
        object({ total: int() }),
        sql`SELECT count(*)::int AS total FROM webhook WHERE organisation_id = ${organisationId}`,
      )
      if (total >= MAX_WEBHOOKS) return 'limit-reached'
      const [id, secret] = [randomUUID(), newSecret()]
      const organisation = sql`${organisationId}`
      await database.execute(
        sql`INSERT INTO webhook (id, organisation_id, name, template, least, address, secret, created_at, run_id)
         VALUES (${id}::uuid, ${organisation}, ${name}, ${template}, ${least}, decode(${hex(addresses.seal(address, id))}, 'hex'),
           decode(${hex(secrets.seal(secret, id))}, 'hex'), ${at.toISOString()}, ${newestRun(organisation)})`,
      )
      return { id, secret }
    },
    /** A reactivated webhook omits the runs in between. `false`: no such webhook. */
    change: async ({ organisationId, id, name, least, active }: WebhookChange): Promise<boolean> => {
      const [organisation, isActive] = [sql`${organisationId}`, sql`${active}::boolean`]
      const changed = await database.execute(
        sql`UPDATE webhook SET name = ${name}, least = ${least}, active = ${isActive},
           due_at = CASE WHEN ${isActive} THEN due_at END,
           run_id = CASE WHEN ${isActive} AND NOT active THEN ${newestRun(organisation)} ELSE run_id END
         WHERE organisation_id = ${organisation} AND id = ${id}::uuid`,
      )
      return changed === 1
    },
    /** The old secret signs for another day. `undefined`: no such webhook. */
    rotate: async (
      organisationId: string,
      id: string,
      at: Date,
    ): Promise<{ readonly secret: string; readonly oldUntil: Date } | undefined> => {
      const secret = newSecret()
      const oldUntil = new Date(at.getTime() + OLD_SECRET_MS)
      const changed = await database.execute(
        sql`UPDATE webhook SET secret = decode(${hex(secrets.seal(secret, id))}, 'hex'), old_secret = secret,
           old_secret_until = ${oldUntil.toISOString()}
         WHERE organisation_id = ${organisationId} AND id = ${id}::uuid`,
      )
      return changed === 1 ? { secret, oldUntil } : undefined
    },
    /** `false`: no such webhook. */
    remove: async (organisationId: string, id: string): Promise<boolean> =>
      (await database.execute(
        sql`DELETE FROM webhook WHERE organisation_id = ${organisationId} AND id = ${id}::uuid`,
      )) === 1,
    target: async (id: string, now: Date): Promise<WebhookTarget | undefined> => {
      const [row] = await database.query(
        object({ address: string(), secret: string(), old: nullable(string()) }),
        sql`SELECT encode(address, 'hex') AS address, encode(secret, 'hex') AS secret,
           CASE WHEN old_secret_until > ${now.toISOString()} THEN encode(old_secret, 'hex') END AS old
         FROM webhook WHERE id = ${id}::uuid`,
      )
      if (row === undefined) return undefined
      const sealed = row.old === null ? [row.secret] : [row.secret, row.old]
      return {
        address: openHex(addresses, row.address, id),
        secrets: sealed.map((each) => openHex(secrets, each, id)),
      }
    },
  }
}
export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>
