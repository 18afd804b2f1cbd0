import { sql, type Queryable } from '@atalaia/database'
import { enum as oneOf, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import type { KeyRing } from '../../base/key-ring.ts'
import { enqueueDelivery } from '../../base/deliveries/delivery-queue.ts'
import { createSecretBox } from '../../base/store/secret-box.ts'
import { SEALED_COLUMNS } from '../../base/store/sealed-columns.ts'
import type { Receiver } from './send-frames.ts'

/** A SIEM's delivery does not end before its key (M-SIEM-2). */
const NEVER = new Date('9999-12-31')

export const SIEM_FEEDS = ['findings', 'audit'] as const
export type SiemFeed = (typeof SIEM_FEEDS)[number]

export type NewSiem = Receiver & {
  readonly keyId: string
  readonly feed: SiemFeed
  readonly cursor: string
  readonly at: Date
}

const readerSchema = object({
  keyId: string(),
  organisationId: string(),
  scopes: string(),
  feed: oneOf(SIEM_FEEDS),
  host: string(),
  port: int(),
  serverName: nullable(string()),
  authorities: nullable(string()),
  certificate: nullable(string()),
  sealed: nullable(string()),
  cursor: string(),
})
export type SiemReader = Omit<Infer<typeof readerSchema>, 'sealed'> & Receiver

/** Instants are ISO 8601. */
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

/** A valid key, and no suspended organisation (M-SIEM-3). */
export const READS_ON = sql`EXISTS (
  SELECT FROM api_key JOIN organisation ON organisation.id = organisation_id
  WHERE api_key.id = siem_id AND revoked_at IS NULL AND suspended_because IS NULL)`

const instant = (column: string) => sql`to_json(${sql.ref(column)}) #>> '{}'`
const WITH_KEY = sql`siem JOIN api_key ON api_key.id = key_id`

/**
 * SIEMs that receive findings and audit logs (M-SIEM-1). `ring` signs tokens; derived keys encrypt
 * private keys.
 */
export const createSiemRepository = (database: Queryable, ring: KeyRing) => {
  const box = createSecretBox(ring, SEALED_COLUMNS.siemKey)
  return {
    add: async ({
      keyId,
      feed,
      host,
      port,
      serverName,
      authorities,
      certificate,
      privateKey,
      cursor,
      at,
    }: NewSiem): Promise<void> => {
      const sealed = privateKey === null ? null : Buffer.from(box.seal(privateKey, keyId)).toString('hex')
      await database.execute(
        sql`INSERT INTO siem
            (key_id, feed, host, port, server_name, authorities, certificate, private_key, cursor, due_at)
          VALUES (${keyId}, ${feed}, ${host}, ${port}, ${serverName}, ${authorities}, ${certificate},
            decode(${sealed}, 'hex'), ${cursor}, ${at.toISOString()})`,
      )
      const delivery = { channel: 'siem', to: keyId, id: keyId, kind: feed, at, until: NEVER } as const
      await enqueueDelivery(database, delivery)
    },
    list: (organisationId: string): Promise<ListedSiem[]> =>
      database.query(
        listedSiemSchema,
        sql`SELECT key_id::text AS id, api_key.name, feed, scopes AS scope, host, port, cursor::text,
            ${instant('sent_at')} AS "sentAt",
            CASE WHEN delivery.last_failure IS NULL THEN 0 ELSE delivery.attempts END AS failures,
            delivery.last_failure AS "lastFailure", ${instant('delivery.due_at')} AS "dueAt"
          FROM ${WITH_KEY} JOIN delivery ON siem_id = key_id
          WHERE organisation_id = ${organisationId} AND revoked_at IS NULL ORDER BY created_at, key_id`,
      ),
    has: async (keyId: string): Promise<boolean> =>
      (await database.query(object({}), sql`SELECT 1 FROM siem WHERE key_id::text = ${keyId}`)).length > 0,
    remove: async (keyId: string): Promise<void> => {
      await database.execute(sql`DELETE FROM siem WHERE key_id::text = ${keyId}`)
    },
    find: async (keyId: string): Promise<SiemReader | undefined> => {
      const [row] = await database.query(
        readerSchema,
        sql`SELECT key_id::text AS "keyId", organisation_id::text AS "organisationId", scopes, feed, host, port,
           server_name AS "serverName", authorities, certificate, encode(private_key, 'hex') AS sealed, cursor::text
         FROM ${WITH_KEY} WHERE key_id = ${keyId}`,
      )
      if (row === undefined) return undefined
      const { sealed, ...siem } = row
      return { ...siem, privateKey: sealed === null ? null : box.open(Buffer.from(sealed, 'hex'), keyId) }
    },
    /**
     * Moves the cursor: the receiver has read up to there. Called by the process that has taken the SIEM's delivery until `lease`;
     * after that it changes nothing. `sentAt` is empty where there was nothing to send.
     */
    advance: async (
      keyId: string,
      { cursor, lease, sentAt }: { readonly cursor: string; readonly lease: Date; readonly sentAt?: Date },
    ): Promise<void> => {
      await database.execute(
        sql`UPDATE siem SET cursor = ${cursor}, sent_at = coalesce(${sentAt?.toISOString() ?? null}, sent_at)
          WHERE key_id = ${keyId} AND sending_until = ${lease.toISOString()}`,
      )
    },
  }
}
