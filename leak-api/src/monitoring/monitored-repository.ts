import { monitoredEmailsSchema, type MonitoredEmail } from '@atalaia/contracts'
import { int, object } from 'zod/mini'
import type { Database, Queryable } from '@atalaia/database'

/** Every call names the organisation: there is no way to a row without it. */
export const createMonitoredRepository = (database: Database) => ({
  list: (organisationId: string): Promise<MonitoredEmail[]> =>
    database.query(
      monitoredEmailsSchema.def.element,
      `SELECT monitored_address.id::text, address AS email,
              count(DISTINCT source_id)::int AS numero_vazamentos,
              (count(DISTINCT fingerprint) FILTER (WHERE fingerprint <> ''))::int AS numero_senhas
       FROM monitored_address LEFT JOIN leak USING (address)
       WHERE organisation_id = $1
       GROUP BY monitored_address.id
       ORDER BY added_at DESC, address`,
      [organisationId],
    ),
})

/** Inside a transaction: holds back other additions of the same organisation, so that its limit holds. */
export const lockOrganisation = (transaction: Queryable, organisationId: string): Promise<number> =>
  transaction.execute('SELECT 1 FROM organisation WHERE id = $1 FOR UPDATE', [organisationId])

export const countMonitored = async (transaction: Queryable, organisationId: string): Promise<number> => {
  const [row] = await transaction.query(
    object({ total: int() }),
    'SELECT count(*)::int AS total FROM monitored_address WHERE organisation_id = $1',
    [organisationId],
  )
  return row?.total ?? 0
}

export type NewMonitored = { readonly organisationId: string; readonly address: string; readonly at: Date }

export const isMonitored = async (transaction: Queryable, wanted: NewMonitored): Promise<boolean> => {
  const found = await transaction.query(
    object({}),
    'SELECT 1 FROM monitored_address WHERE organisation_id = $1 AND address = $2',
    [wanted.organisationId, wanted.address],
  )
  return found.length > 0
}

export const insertMonitored = (transaction: Queryable, added: NewMonitored): Promise<number> =>
  transaction.execute('INSERT INTO monitored_address (organisation_id, address, added_at) VALUES ($1, $2, $3)', [
    added.organisationId,
    added.address,
    added.at.toISOString(),
  ])

export type MonitoredRepository = ReturnType<typeof createMonitoredRepository>
