import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { nullable, object, string, type infer as Infer } from 'zod/mini'
import type { Database } from '@atalaia/database'
import { parseScopes, type Scope } from '../access/scopes.ts'

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

/** A portal's server. */
export type Client = Omit<Infer<typeof rowSchema>, 'scopes'> & { readonly scopes: readonly Scope[] }

export type NewClient = {
  readonly organisationId: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly at: Date
}

const clientOf = ({ id, organisationId, name, scopes, createdAt, revokedAt }: Infer<typeof rowSchema>): Client => ({
  id,
  organisationId,
  name,
  scopes: parseScopes(scopes) ?? [],
  createdAt,
  revokedAt,
})
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const NOBODY = '0'.repeat(64)

export const createClientsRepository = (database: Database) => ({
  /** The secret is given back once and kept nowhere. */
  create: async (wanted: NewClient): Promise<{ readonly id: string; readonly secret: string }> => {
    const id = `atc_${randomBytes(9).toString('hex')}`
    const secret = `ats_${randomBytes(32).toString('base64url')}`
    await database.execute(
      `INSERT INTO client (id, organisation_id, name, secret_hash, scopes, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        id,
        wanted.organisationId,
        wanted.name,
        hashOf(secret).toString('hex'),
        wanted.scopes.join(' '),
        wanted.at.toISOString(),
      ],
    )
    return { id, secret }
  },
  list: async (organisationId: string): Promise<Client[]> => {
    const sql = `SELECT ${columns} FROM client WHERE organisation_id = $1 ORDER BY created_at, id`
    return (await database.query(rowSchema, sql, [organisationId])).map(clientOf)
  },
  /** Its tokens stop at once. `false` when there is no such client that still works. */
  revoke: async (id: string, at: Date): Promise<boolean> =>
    (await database.execute('UPDATE client SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL', [
      id,
      at.toISOString(),
    ])) === 1,
  /** `undefined` for one that is revoked, too. */
  find: async (id: string): Promise<Client | undefined> => {
    const sql = `SELECT ${columns} FROM client WHERE id = $1 AND revoked_at IS NULL`
    const [found] = await database.query(rowSchema, sql, [id])
    return found && clientOf(found)
  },
  check: async (id: string, secret: string): Promise<Client | undefined> => {
    const sql = `SELECT ${columns}, secret_hash AS "secretHash" FROM client WHERE id = $1 AND revoked_at IS NULL`
    const [found] = await database.query(secretRowSchema, sql, [id])
    // The comparison takes its time whether the client is there or not.
    const same = timingSafeEqual(hashOf(secret), Buffer.from(found?.secretHash ?? NOBODY, 'hex'))
    return found && same ? clientOf(found) : undefined
  },
})

export type ClientsRepository = ReturnType<typeof createClientsRepository>
