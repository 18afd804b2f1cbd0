import { RETENTION } from '@atalaia/contracts/retention'
import { type Queryable, sql } from '@atalaia/database'
import { enum as oneOf, nullable, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS } from '../clock.ts'

/** Most days that entries stay: they name people (M-EMBED-26). */
export const LOG_DAYS = RETENTION.acoes_de_portais.most
const REMOVED_AT_ONCE = 20

export type PortalActor = {
  readonly organisationId: string
  readonly clientId: string
  readonly tokenId: string
  readonly user?: string | undefined
  readonly person?: string | undefined
}

/** `detail`: the token's scope, or the added address. `at`: ISO 8601. */
export const loggedActionSchema = object({
  at: string(),
  user: nullable(string()),
  client: string(),
  token: string(),
  action: oneOf(['token', 'email-added']),
  detail: string(),
})
export type LoggedAction = Infer<typeof loggedActionSchema>

export type NewAction = Pick<LoggedAction, 'action' | 'detail'> & { readonly actor: PortalActor; readonly at: Date }

export const createPortalLog = (database: Queryable) => ({
  /** Runs in the action's transaction, if any. Removes entries older than {@link LOG_DAYS}. */
  record: async ({ actor, action, detail, at }: NewAction): Promise<void> => {
    const { organisationId, clientId, tokenId, user = null } = actor
    const oldest = new Date(at.getTime() - LOG_DAYS * DAY_MS).toISOString()
    await database.execute(
      sql`WITH old AS (
         DELETE FROM portal_action
         WHERE id IN (SELECT id FROM portal_action WHERE at < ${oldest} ORDER BY at LIMIT ${sql.lit(REMOVED_AT_ONCE)} FOR UPDATE SKIP LOCKED)
       )
       INSERT INTO portal_action (organisation_id, client_id, token_id, user_name, action, detail, at)
       VALUES (${organisationId}, ${clientId}, ${tokenId}, ${user}, ${action}, ${detail}, ${at.toISOString()})`,
    )
  },
  /** The newest `count` entries of one user or of all, newest first. */
  list: (
    organisationId: string,
    { user, count }: { readonly user?: string | undefined; readonly count: number },
  ): Promise<LoggedAction[]> =>
    database.query(
      loggedActionSchema,
      sql`SELECT to_json(at) #>> '{}' AS at, user_name AS "user", client_id AS client, token_id AS token, action, detail
       FROM portal_action WHERE organisation_id = ${organisationId} AND ${user === undefined ? sql`true` : sql`user_name = ${user}`} ORDER BY id DESC LIMIT ${count}`,
    ),
})
