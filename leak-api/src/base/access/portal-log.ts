import { RETENTION } from '@atalaia/contracts/retention'
import { type Queryable, sql } from '@atalaia/database'
import { enum as oneOf, nullable, object, string, type infer as Infer } from 'zod/mini'
import { DAY_MS } from '../clock.ts'

/** Days for which entries are kept at most: they name people (M-EMBED-26). */
export const LOG_DAYS = RETENTION.acoes_de_portais.most
/** Old entries that each new one removes: more than come, so that none is left over. */
const REMOVED_AT_ONCE = 20

/** The user of a portal's token, as far as it names one. */
export type PortalActor = {
  readonly organisationId: string
  readonly clientId: string
  readonly tokenId: string
  /** The person for whom the portal's server asked for the token. */
  readonly user?: string | undefined
}

/** `detail` is the token's scope, or the address that was added; `at` an ISO 8601 instant. */
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

/** The log of tokens that were given to people of portals, and of what was done with portals' tokens. */
export const createPortalLog = (database: Queryable) => ({
  /** Called in the transaction of the action, if it has one. Entries older than {@link LOG_DAYS} go. */
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
  /** The newest `count` entries of one organisation, of one user or of all, the newest first. */
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
