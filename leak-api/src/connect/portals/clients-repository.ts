import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Queryable, sql } from '@atalaia/database'
import { nullable, object, string, type infer as Infer } from 'zod/mini'
import { NO_GRANT, parseScopes, scopeWords, type Grant } from '../../base/access/scopes.ts'

const rowSchema = object({
  id: string(),
  organisationId: string(),
  name: string(),
  scopes: string(),
  createdAt: string(),
  revokedAt: nullable(string()),
  suspendedBecause: nullable(string()),
})
const secretRowSchema = object({ ...rowSchema.shape, secretHash: string() })
const COLUMNS = sql`client.id, organisation_id::text AS "organisationId", client.name, scopes,
  to_json(client.created_at) #>> '{}' AS "createdAt", to_json(revoked_at) #>> '{}' AS "revokedAt",
  suspended_because AS "suspendedBecause"`
const CLIENTS = sql`client JOIN organisation ON organisation.id = organisation_id`

/**
 * A portal's server. Instants are ISO 8601. `suspendedBecause`: the operator's reason for the
 * organisation's suspension.
 */
export type Client = Omit<Infer<typeof rowSchema>, 'scopes'> & Grant

export type NewClient = Grant & { readonly organisationId: string; readonly name: string; readonly at: Date }

const clientOf = ({ scopes, ...client }: Infer<typeof rowSchema>): Client => {
  const parsed = parseScopes(scopes)
  return { ...client, ...(parsed.ok ? parsed.grant : NO_GRANT) }
}
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const NO_HASH = '0'.repeat(64)

/** Clients of organisations (RFC 6749 section 2): portals' servers, which get tokens for their pages. */
export const createClientsRepository = (database: Queryable) => ({
  /** Returns the secret once, and stores only its hash (M-EMBED-9). */
  create: async ({
    organisationId,
    name,
    at,
    ...grant
  }: NewClient): Promise<{ readonly id: string; readonly secret: string }> => {
    const id = `atc_${randomBytes(9).toString('hex')}`
    const secret = `ats_${randomBytes(32).toString('base64url')}`
    await database.execute(
      sql`INSERT INTO client (id, organisation_id, name, secret_hash, scopes, created_at) VALUES (${id}, ${organisationId}, ${name}, ${hashOf(secret).toString('hex')}, ${scopeWords(grant).join(' ')}, ${at.toISOString()})`,
    )
    return { id, secret }
  },
  /** Includes revoked clients, oldest first. */
  list: async (organisationId: string): Promise<Client[]> => {
    return (
      await database.query(
        rowSchema,
        sql`SELECT ${COLUMNS} FROM ${CLIENTS} WHERE organisation_id = ${organisationId} ORDER BY client.created_at, client.id`,
      )
    ).map(clientOf)
  },
  /** Stops tokens at once. `undefined`: unknown or already revoked (M-EMBED-15). */
  revoke: async (id: string, at: Date): Promise<Client | undefined> => {
    const [revoked] = await database.query(
      rowSchema,
      sql`UPDATE client SET revoked_at = ${at.toISOString()} FROM organisation
      WHERE client.id = ${id} AND revoked_at IS NULL AND organisation.id = organisation_id RETURNING ${COLUMNS}`,
    )
    return revoked && clientOf(revoked)
  },
  /** `undefined` also for a revoked client. */
  find: async (id: string): Promise<Client | undefined> => {
    const [found] = await database.query(
      rowSchema,
      sql`SELECT ${COLUMNS} FROM ${CLIENTS} WHERE client.id = ${id} AND revoked_at IS NULL`,
    )
    return found && clientOf(found)
  },
  /** The unrevoked client with this secret. An unknown client takes the same time. */
  check: async (id: string, secret: string): Promise<Client | undefined> => {
    const [found] = await database.query(
      secretRowSchema,
      sql`SELECT ${COLUMNS}, secret_hash AS "secretHash" FROM ${CLIENTS} WHERE client.id = ${id} AND revoked_at IS NULL`,
    )
    // The comparison takes its time whether the client is there or not.
    const same = timingSafeEqual(hashOf(secret), Buffer.from(found?.secretHash ?? NO_HASH, 'hex'))
    if (found === undefined || !same) return undefined
    const { secretHash: _secret, ...row } = found
    return clientOf(row)
  },
})
export type ClientsRepository = ReturnType<typeof createClientsRepository>
