import type { Queryable } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import type { KeyRing } from '../../base/key-ring.ts'
import { createSecretBox } from '../../base/store/secret-box.ts'
import { SEALED_COLUMNS } from '../../base/store/sealed-columns.ts'
import type { Receiver } from './send-frames.ts'

/** The feeds that a SIEM may be sent. */
export const SIEM_FEEDS = ['findings', 'audit'] as const
export type SiemFeed = (typeof SIEM_FEEDS)[number]

export type NewSiem = Receiver & {
  readonly keyId: string
  readonly feed: SiemFeed
  readonly cursor: string
  readonly at: Date
}

const takenSchema = object({
  keyId: string(),
  organisationId: string(),
  /** The scope of its key. */
  scopes: string(),
  feed: oneOf(SIEM_FEEDS),
  host: string(),
  port: int(),
  serverName: nullable(string()),
  authorities: nullable(string()),
  certificate: nullable(string()),
  sealed: nullable(string()),
  cursor: string(),
  failures: int(),
})
/** A SIEM that this process sends to, until `until`. */
export type TakenSiem = Omit<Infer<typeof takenSchema>, 'sealed'> & Receiver & { readonly until: Date }

/** A SIEM as the operator sees it; instants are ISO 8601. */
export const listedSiemSchema = object({
  id: string(),
  name: string(),
  feed: oneOf(SIEM_FEEDS),
  scope: string(),
  host: string(),
  port: int(),
  cursor: string(),
  sentAt: nullable(string()),
  failures: int(),
  lastFailure: nullable(string()),
  dueAt: string(),
})
export type ListedSiem = Infer<typeof listedSiemSchema>

/** The SIEMs that findings and audit logs are sent to (M-SIEM-1). */
export type SiemRepository = {
  add(wanted: NewSiem): Promise<void>
  list(organisationId: string): Promise<ListedSiem[]>
  has(keyId: string): Promise<boolean>
  remove(keyId: string): Promise<void>
  /**
   * Takes the SIEM that is due first: not one whose key is revoked, or whose organisation is suspended (M-SIEM-3). No
   * other process gets it before `until`.
   */
  take(now: Date, until: Date): Promise<TakenSiem | undefined>
  /** The receiver has read up to `cursor`; `sentAt` is empty where there was nothing to send. */
  advance(taken: TakenSiem, to: { readonly cursor: string; readonly due: Date; readonly sentAt?: Date }): Promise<void>
  failed(taken: TakenSiem, code: string, due: Date): Promise<void>
}

const instant = (column: string) => `to_json(${column}) #>> '{}'`
const READS_ON = 'revoked_at IS NULL AND suspended_because IS NULL'
const WITH_KEY = 'siem JOIN api_key ON api_key.id = key_id JOIN organisation ON organisation.id = organisation_id'
// SKIP LOCKED: two processes that look at the same moment get two SIEMs.
const TAKE = `UPDATE siem SET sending_until = $2
  FROM api_key WHERE api_key.id = siem.key_id AND siem.key_id = (
    SELECT key_id FROM ${WITH_KEY}
    WHERE due_at <= $1 AND (sending_until IS NULL OR sending_until <= $1) AND ${READS_ON}
    ORDER BY due_at, key_id LIMIT 1 FOR UPDATE OF siem SKIP LOCKED)
  RETURNING key_id::text AS "keyId", organisation_id::text AS "organisationId", scopes, feed, host, port,
    server_name AS "serverName", authorities, certificate, encode(private_key, 'hex') AS sealed, cursor::text, failures`

/** `ring` is the one that signs tokens; what encrypts private keys is derived from it. */
export const createSiemRepository = (database: Queryable, ring: KeyRing): SiemRepository => {
  const box = createSecretBox(ring, SEALED_COLUMNS.siemKey)
  return {
    add: async ({ keyId, feed, host, port, serverName, authorities, certificate, privateKey, cursor, at }) => {
      const sealed = privateKey === null ? null : Buffer.from(box.seal(privateKey, keyId)).toString('hex')
      await database.execute(
        `INSERT INTO siem (key_id, feed, host, port, server_name, authorities, certificate, private_key, cursor, due_at)
         VALUES ($1::uuid, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), $9, $10)`,
        [keyId, feed, host, port, serverName, authorities, certificate, sealed, cursor, at.toISOString()],
      )
    },
    list: (organisationId) =>
      database.query(
        listedSiemSchema,
        `SELECT key_id::text AS id, api_key.name, feed, scopes AS scope, host, port, cursor::text, failures,
           ${instant('sent_at')} AS "sentAt", last_failure AS "lastFailure", ${instant('due_at')} AS "dueAt"
         FROM siem JOIN api_key ON api_key.id = key_id
         WHERE organisation_id = $1 AND revoked_at IS NULL ORDER BY created_at, key_id`,
        [organisationId],
      ),
    has: async (keyId) =>
      (await database.query(object({}), 'SELECT 1 FROM siem WHERE key_id::text = $1', [keyId])).length > 0,
    remove: async (keyId) => {
      await database.execute('DELETE FROM siem WHERE key_id::text = $1', [keyId])
    },
    take: async (now, until) => {
      const [taken] = await database.query(takenSchema, TAKE, [now.toISOString(), until.toISOString()])
      if (taken === undefined) return undefined
      const { sealed, ...siem } = taken
      return { ...siem, until, privateKey: sealed === null ? null : box.open(Buffer.from(sealed, 'hex'), siem.keyId) }
    },
    advance: async ({ keyId, until }, { cursor, due, sentAt }) => {
      await database.execute(
        `UPDATE siem SET cursor = $3, due_at = $4, sending_until = NULL, sent_at = coalesce($5, sent_at),
           failures = CASE WHEN $5 IS NULL THEN failures ELSE 0 END,
           last_failure = CASE WHEN $5 IS NULL THEN last_failure END
         WHERE key_id = $1::uuid AND sending_until = $2`,
        [keyId, until.toISOString(), cursor, due.toISOString(), sentAt?.toISOString() ?? null],
      )
    },
    failed: async ({ keyId, until }, code, due) => {
      await database.execute(
        `UPDATE siem SET due_at = $3, sending_until = NULL, failures = failures + 1, last_failure = $4
         WHERE key_id = $1::uuid AND sending_until = $2`,
        [keyId, until.toISOString(), due.toISOString(), code],
      )
    },
  }
}
