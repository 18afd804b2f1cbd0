import { randomBytes, randomUUID } from 'node:crypto'
import { ALERT_LEVELS, WEBHOOK_TEMPLATES, type AlertLevel, type WebhookTemplate } from '@atalaia/contracts/alerts'
import type { Queryable } from '@atalaia/database'
import { boolean, enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS } from '../../base/clock.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { createSecretBox, type SecretBox } from '../../base/store/secret-box.ts'
import { SEALED_COLUMNS } from '../../base/store/sealed-columns.ts'

/** Webhooks of one organisation. */
export const MAX_WEBHOOKS = 10
const SECRET_BYTES = 32
/** A secret that was replaced signs for so long beside the new one (M-HOOK-5). */
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
/** A webhook as its organisation sees it. `address` is whole. */
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
/** The address of a call, and the secrets that sign it. */
export type WebhookTarget = { readonly address: string; readonly secrets: readonly string[] }

/** The webhooks of organisations. Every call of a person names the organisation. Changes are called with it locked. */
export type WebhooksRepository = {
  /** By name. */
  list(organisationId: string, now: Date): Promise<ListedWebhook[]>
  find(organisationId: string, id: string, now: Date): Promise<ListedWebhook | undefined>
  /** Findings of runs from before are not told. The secret is returned once and stored encrypted. */
  add(wanted: NewWebhook): Promise<{ readonly id: string; readonly secret: string } | 'limit-reached'>
  /** One that is active again tells nothing of the runs in between. `false` when there is none. */
  change(change: WebhookChange): Promise<boolean>
  /** A new secret; the one of before signs for another day. `undefined` when there is no such webhook. */
  rotate(
    organisationId: string,
    id: string,
    at: Date,
  ): Promise<{ readonly secret: string; readonly oldUntil: Date } | undefined>
  /** `false` when there is none. */
  remove(organisationId: string, id: string): Promise<boolean>
  /** For the process that calls it. */
  target(id: string, now: Date): Promise<WebhookTarget | undefined>
}

/** SQL: a webhook that is called: nobody has paused it, and the operator has not suspended its organisation. */
export const IS_WORKING = `(webhook.active AND NOT EXISTS (
  SELECT FROM organisation WHERE organisation.id = webhook.organisation_id AND suspended_at IS NOT NULL))`

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const openHex = (box: SecretBox, sealed: string, id: string) => box.open(Buffer.from(sealed, 'hex'), id)
const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`
const instant = (column: string) => `to_json(${column}) #>> '{}'`
const count = (which: string) => `(SELECT count(*)::int FROM delivery WHERE webhook_id = webhook.id AND ${which})`
const COLUMNS = `id::text, name, template, least, active, encode(address, 'hex') AS address,
  ${instant('created_at')} AS "createdAt",
  CASE WHEN old_secret_until > $2 THEN ${instant('old_secret_until')} END AS "oldSecretUntil",
  ${count('ended_at IS NULL')} AS waiting, ${count("outcome = 'expired'")} AS dead`
const NEWEST_RUN = '(SELECT coalesce(max(id), 0) FROM analysis WHERE organisation_id = $1)'

/** `ring` is the one that signs tokens; addresses and secrets are encrypted with keys that are derived from it. */
export const createWebhooksRepository = (database: Queryable, ring: KeyRing): WebhooksRepository => {
  const addresses = createSecretBox(ring, SEALED_COLUMNS.webhookAddress)
  const secrets = createSecretBox(ring, SEALED_COLUMNS.webhookSecret)
  const read = async (which: string, parameters: readonly unknown[]): Promise<ListedWebhook[]> => {
    const rows = await database.query(listedSchema, `SELECT ${COLUMNS} FROM webhook WHERE ${which}`, parameters)
    return rows.map((row) => ({ ...row, address: openHex(addresses, row.address, row.id) }))
  }
  return {
    list: (organisationId, now) =>
      read('organisation_id = $1 ORDER BY lower(name), id', [organisationId, now.toISOString()]),
    find: async (organisationId, id, now) => {
      const [found] = await read('organisation_id = $1 AND id = $3::uuid', [organisationId, now.toISOString(), id])
      return found
    },
    add: async ({ organisationId, name, template, least, address, at }) => {
      const [{ total } = { total: 0 }] = await database.query(
        object({ total: int() }),
        'SELECT count(*)::int AS total FROM webhook WHERE organisation_id = $1',
        [organisationId],
      )
      if (total >= MAX_WEBHOOKS) return 'limit-reached'
      const [id, secret] = [randomUUID(), newSecret()]
      await database.execute(
        `INSERT INTO webhook (id, organisation_id, name, template, least, address, secret, created_at, run_id)
         VALUES ($2::uuid, $1, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), $8, ${NEWEST_RUN})`,
        [
          organisationId,
          id,
          name,
          template,
          least,
          hex(addresses.seal(address, id)),
          hex(secrets.seal(secret, id)),
          at.toISOString(),
        ],
      )
      return { id, secret }
    },
    change: async ({ organisationId, id, name, least, active }) =>
      (await database.execute(
        `UPDATE webhook SET name = $3, least = $4, active = $5, due_at = CASE WHEN $5 THEN due_at END,
           run_id = CASE WHEN $5 AND NOT active THEN ${NEWEST_RUN} ELSE run_id END
         WHERE organisation_id = $1 AND id = $2::uuid`,
        [organisationId, id, name, least, active],
      )) === 1,
    rotate: async (organisationId, id, at) => {
      const secret = newSecret()
      const oldUntil = new Date(at.getTime() + OLD_SECRET_MS)
      const changed = await database.execute(
        `UPDATE webhook SET secret = decode($3, 'hex'), old_secret = secret, old_secret_until = $4
         WHERE organisation_id = $1 AND id = $2::uuid`,
        [organisationId, id, hex(secrets.seal(secret, id)), oldUntil.toISOString()],
      )
      return changed === 1 ? { secret, oldUntil } : undefined
    },
    remove: async (organisationId, id) =>
      (await database.execute('DELETE FROM webhook WHERE organisation_id = $1 AND id = $2::uuid', [
        organisationId,
        id,
      ])) === 1,
    target: async (id, now) => {
      const [row] = await database.query(
        object({ address: string(), secret: string(), old: nullable(string()) }),
        `SELECT encode(address, 'hex') AS address, encode(secret, 'hex') AS secret,
           CASE WHEN old_secret_until > $2 THEN encode(old_secret, 'hex') END AS old
         FROM webhook WHERE id = $1::uuid`,
        [id, now.toISOString()],
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
