import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Queryable } from '@atalaia/database'
import { nullable, object, string, type infer as Infer } from 'zod/mini'
import { NO_GRANT, parseScopes, scopeWords, type Grant } from '../access/scopes.ts'

const rowSchema = object({
  id: string(),
  organisationId: string(),
  name: string(),
  scopes: string(),
  createdAt: string(),
  revokedAt: nullable(string()),
})
const secretRowSchema = object({ ...rowSchema.shape, secretHash: string() })
const columns = `id, organisation_id::text AS "organisationId", name, scopes,
  to_json(created_at) #>> '{}' AS "createdAt", to_json(revoked_at) #>> '{}' AS "revokedAt"`

/** The server of a portal; its instants are ISO 8601. */
export type Client = Omit<Infer<typeof rowSchema>, 'scopes'> & Grant

export type NewClient = Grant & { readonly organisationId: string; readonly name: string; readonly at: Date }

/** The clients of organisations (RFC 6749 section 2): the servers of portals, which get tokens for their pages. */
export type ClientsRepository = {
  /** The secret is returned once and stored as a hash alone. */
  create(wanted: NewClient): Promise<{ readonly id: string; readonly secret: string }>
  /** The clients of one organisation, revoked ones too, the oldest first. */
  list(organisationId: string): Promise<Client[]>
  /** Stops its tokens at once. `false` when there is no such client, or it is revoked already. */
  revoke(id: string, at: Date): Promise<boolean>
  /** `undefined` for a client that is revoked, too. */
  find(id: string): Promise<Client | undefined>
  /** The client, if `secret` is its own and it is not revoked. Takes the same time for an unknown client. */
  check(id: string, secret: string): Promise<Client | undefined>
}

const clientOf = ({ id, organisationId, name, scopes, createdAt, revokedAt }: Infer<typeof rowSchema>): Client => {
  const parsed = parseScopes(scopes)
  return { id, organisationId, name, createdAt, revokedAt, ...(parsed.ok ? parsed.grant : NO_GRANT) }
}
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const NO_HASH = '0'.repeat(64)

export const createClientsRepository = (database: Queryable): ClientsRepository => ({
  create: async ({ organisationId, name, at, ...grant }) => {
    const id = `atc_${randomBytes(9).toString('hex')}`
    const secret = `ats_${randomBytes(32).toString('base64url')}`
    await database.execute(
      `INSERT INTO client (id, organisation_id, name, secret_hash, scopes, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, organisationId, name, hashOf(secret).toString('hex'), scopeWords(grant).join(' '), at.toISOString()],
    )
    return { id, secret }
  },
  list: async (organisationId) => {
    const sql = `SELECT ${columns} FROM client WHERE organisation_id = $1 ORDER BY created_at, id`
    return (await database.query(rowSchema, sql, [organisationId])).map(clientOf)
  },
  revoke: async (id, at) => {
    const sql = 'UPDATE client SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL'
    return (await database.execute(sql, [id, at.toISOString()])) === 1
  },
  find: async (id) => {
    const sql = `SELECT ${columns} FROM client WHERE id = $1 AND revoked_at IS NULL`
    const [found] = await database.query(rowSchema, sql, [id])
    return found && clientOf(found)
  },
  check: async (id, secret) => {
    const sql = `SELECT ${columns}, secret_hash AS "secretHash" FROM client WHERE id = $1 AND revoked_at IS NULL`
    const [found] = await database.query(secretRowSchema, sql, [id])
    // The comparison takes its time whether the client is there or not.
    const same = timingSafeEqual(hashOf(secret), Buffer.from(found?.secretHash ?? NO_HASH, 'hex'))
    return found && same ? clientOf(found) : undefined
  },
})
