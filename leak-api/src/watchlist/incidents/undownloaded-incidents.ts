import { saoPauloDay } from '@atalaia/contracts'
import { type Queryable, sql } from '@atalaia/database'
import { Problem } from '@atalaia/server'
import { object, string } from 'zod/mini'

const nameSchema = object({ name: string() })

export type Leaver = { readonly kind: 'account' | 'organisation'; readonly id: string }

const goes = ({ kind, id }: Leaver) =>
  kind === 'organisation'
    ? sql`organisation_id = ${id}::bigint`
    : sql`organisation_id IN (
    SELECT organisation_id FROM membership WHERE account_id = ${id}::uuid AND NOT EXISTS (
      SELECT FROM membership AS other WHERE other.organisation_id = membership.organisation_id AND account_id <> ${id}::uuid))`

/**
 * Incidents that would go before their five years, without a download of the present dossier. The
 * controller must keep the register (P-INCIDENT-7).
 */
export const undownloadedIncidents = async (database: Queryable, leaver: Leaver, now: Date): Promise<string[]> => {
  const rows = await database.query(
    nameSchema,
    sql`SELECT 'nº ' || number AS name FROM incident
     WHERE ${goes(leaver)} AND kept_until >= ${saoPauloDay(now)}::date AND handed_over IS DISTINCT FROM version ORDER BY number`,
  )
  return rows.map(({ name }) => name)
}

/** Refuses to delete the only copy of the register. */
export const refuseUndownloaded = async (database: Queryable, leaver: Leaver, now: Date): Promise<void> => {
  const unheld = await undownloadedIncidents(database, leaver, now)
  if (unheld.length > 0)
    throw new Problem(
      409,
      `O registro de incidentes precisa ser guardado por cinco anos, também sem este produto. Baixe antes o dossiê de: ${unheld.join(', ')}.`,
    )
}
