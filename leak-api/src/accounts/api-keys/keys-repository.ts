import { createHash, randomBytes } from 'node:crypto'
import { type Queryable, sql } from '@atalaia/database'
import { int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { limitOf } from '../../base/limits/limits-repository.ts'
import type { KeyCaller } from '../../base/access/key-guard.ts'
import { NO_GRANT, parseKeyScopes, scopeWords, type Grant, type KeyScope } from '../../base/access/scopes.ts'

/** Unrevoked keys of one organisation, by default. */
export const MAX_KEYS = 20
const KEY_BYTES = 16
const BEGINNING_LENGTH = 4
/** Least time between two notes of a key's use. */
const USE_NOTED_MS = 60_000

/** Instants are ISO 8601. */
export const listedKeySchema = object({
  id: string(),
  name: string(),
  beginning: string(),
  scopes: string(),
  createdAt: string(),
  lastUsedAt: nullable(string()),
  revokedAt: nullable(string()),
})
export type ListedKey = Infer<typeof listedKeySchema>

const foundSchema = object({
  id: string(),
  organisationId: string(),
  scopes: string(),
  lastUsedAt: nullable(string()),
  suspendedBecause: nullable(string()),
})

export type NewKey = {
  readonly organisationId: string
  readonly name: string
  readonly grant: Grant<KeyScope>
  readonly at: Date
}

const hashOf = (key: string) => createHash('sha256').update(key.toLowerCase()).digest('hex')
const instant = (column: string) => sql`to_json(${sql.raw(column)}) #>> '{}'`

/** API keys of organisations (M-KEY-1 to M-KEY-3). */
export const createKeysRepository = (database: Queryable) => ({
  /**
   * Returns the key (32 hexadecimal digits) once, and stores a hash. The caller holds the
   * organisation's lock.
   */
  create: async ({
    organisationId,
    name,
    grant,
    at,
  }: NewKey): Promise<
    | { readonly status: 'made'; readonly id: string; readonly key: string }
    | { readonly status: 'limit-reached'; readonly limit: number }
  > => {
    const [{ total } = { total: 0 }] = await database.query(
      object({ total: int() }),
      sql`SELECT count(*)::int AS total FROM api_key WHERE organisation_id = ${organisationId} AND revoked_at IS NULL`,
    )
    const limit = await limitOf(database, organisationId, 'chaves', MAX_KEYS)
    if (total >= limit) return { status: 'limit-reached', limit }
    const key = randomBytes(KEY_BYTES).toString('hex')
    const [made] = await database.query(
      object({ id: string() }),
      sql`INSERT INTO api_key (organisation_id, name, key_hash, beginning, scopes, created_at)
       VALUES (${organisationId}, ${name}, decode(${hashOf(key)}, 'hex'), ${key.slice(0, BEGINNING_LENGTH)}, ${scopeWords(grant).join(' ')}, ${at.toISOString()}) RETURNING id::text`,
    )
    if (made === undefined) throw new Error('keys: the database gave no row back')
    return { status: 'made', id: made.id, key }
  },
  /** Includes revoked keys, the oldest first. */
  list: (organisationId: string): Promise<ListedKey[]> =>
    database.query(
      listedKeySchema,
      sql`SELECT id::text, name, beginning, scopes, ${instant('created_at')} AS "createdAt",
         ${instant('last_used_at')} AS "lastUsedAt", ${instant('revoked_at')} AS "revokedAt"
       FROM api_key WHERE organisation_id = ${organisationId} ORDER BY created_at, id`,
    ),
  organisationOf: async (id: string): Promise<string | undefined> => {
    const [found] = await database.query(
      object({ organisationId: string() }),
      sql`SELECT organisation_id::text AS "organisationId" FROM api_key WHERE id::text = ${id}`,
    )
    return found?.organisationId
  },
  /**
   * Refuses the key from the next call, and returns its name. `undefined`: no such valid key. The
   * caller holds the organisation's lock.
   */
  revoke: async (organisationId: string, id: string, at: Date): Promise<string | undefined> => {
    const [revoked] = await database.query(
      object({ name: string() }),
      sql`UPDATE api_key SET revoked_at = ${at.toISOString()}
       WHERE organisation_id = ${organisationId} AND id::text = ${id} AND revoked_at IS NULL RETURNING name`,
    )
    return revoked?.name
  },
  /** Returns the caller of a key and notes the use. `undefined`: unknown or revoked. */
  use: async (key: string, at: Date): Promise<KeyCaller | undefined> => {
    const [found] = await database.query(
      foundSchema,
      sql`SELECT api_key.id::text, organisation_id::text AS "organisationId", scopes,
         ${instant('last_used_at')} AS "lastUsedAt", suspended_because AS "suspendedBecause"
       FROM api_key JOIN organisation ON organisation.id = organisation_id WHERE key_hash = decode(${hashOf(key)}, 'hex') AND revoked_at IS NULL`,
    )
    if (found === undefined) return undefined
    const { id: keyId, organisationId, scopes, lastUsedAt, suspendedBecause } = found
    if (lastUsedAt === null || at.getTime() - Date.parse(lastUsedAt) >= USE_NOTED_MS)
      await database.execute(sql`UPDATE api_key SET last_used_at = ${at.toISOString()} WHERE id = ${keyId}::uuid`)
    const parsed = parseKeyScopes(scopes)
    return { keyId, organisationId, suspendedBecause, ...(parsed.ok ? parsed.grant : NO_GRANT) }
  },
})
