import {
  gatheredSchema,
  incidentFactsSchema,
  type GatheredCase,
  type IncidentCaseRef,
  type IncidentEvent,
} from '@atalaia/contracts/incidents'
import { type Queryable, sql } from '@atalaia/database'
import { array, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { defineList } from '../../base/list.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { writtenItemsSchema } from './fill-items.ts'

const instant = (column: string) => sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const rowSchema = object({
  id: string(),
  number: int(),
  version: int(),
  registeredAt: string(),
  keptUntil: string(),
  facts: incidentFactsSchema,
  items: writtenItemsSchema,
  blanks: int(),
  cases: int(),
  notices: object({
    enviados: int(),
    abertos: int(),
    primeiro_em: nullable(string()),
    ultimo_em: nullable(string()),
  }),
})
export type IncidentRow = Infer<typeof rowSchema>

export const incidentList = defineList({
  as: 'incident',
  from: sql`incident`,
  of: ({ organisationId }: { readonly organisationId: string; readonly id?: string }) =>
    sql`organisation_id = ${organisationId}`,
  row: rowSchema,
  columns: {
    id: sql`id::text`,
    number: sql`number`,
    version: sql`version`,
    registeredAt: instant('registered_at'),
    keptUntil: sql`kept_until::text`,
    facts: sql`facts`,
    items: sql`items`,
    blanks: sql`blanks`,
    cases: sql`cases`,
    notices: sql`jsonb_build_object('enviados', notices_sent, 'abertos', notices_opened,
      'primeiro_em', ${instant('first_notice_at')}, 'ultimo_em', ${instant('last_notice_at')})`,
  },
  filters: { id: (id) => sql`id = ${id}::uuid` },
  order: sql`number DESC`,
})

const eventSchema = object({
  em: string(),
  por: nullable(string()),
  tipo: string(),
  mudancas: array(object({ campo: string(), de: nullable(string()), para: nullable(string()) })),
  total: int(),
})
const caseSchema = object({ snapshot: gatheredSchema })
const nameSchema = object({ name: string() })

export type NewEvent = {
  readonly at: Date
  readonly by: string
  readonly kind: 'registro' | 'mudanca' | 'decisao' | 'casos' | 'encerramento' | 'reabertura'
  readonly changes: IncidentEvent['mudancas']
}

/** Calls name the organisation, or take an id found for it. */
export type IncidentsRepository = {
  /** `undefined`: unknown, or another organisation's. */
  find(organisationId: string, id: string): Promise<IncidentRow | undefined>
  /** Call under the organisation's lock. */
  register(organisationId: string, row: Pick<IncidentRow, 'registeredAt' | 'keptUntil' | 'facts'>): Promise<string>
  /** Raises the version. */
  write(row: Pick<IncidentRow, 'id' | 'facts' | 'items' | 'blanks' | 'cases'>): Promise<void>
  cases(id: string): Promise<GatheredCase[]>
  /** Replaces older snapshots. */
  keepCases(id: string, cases: readonly GatheredCase[]): Promise<void>
  dropCases(id: string, refs: readonly IncidentCaseRef[]): Promise<void>
  tell(id: string, event: NewEvent): Promise<void>
  /** Newest first. */
  events(id: string, most: number): Promise<{ readonly total: number; readonly events: IncidentEvent[] }>
  organisationName(organisationId: string): Promise<string>
  handOver(id: string, version: number): Promise<void>
  /** The database refuses a day within its time. */
  remove(id: string, day: string): Promise<void>
}

export const createIncidentsRepository = (database: Queryable): IncidentsRepository => ({
  find: async (organisationId, id) => (isUuid(id) ? incidentList.find(database, { organisationId, id }) : undefined),
  register: async (organisationId, { registeredAt, keptUntil, facts }) => {
    const [row] = await database.query(
      nameSchema,
      sql`INSERT INTO incident (organisation_id, number, registered_at, kept_until, facts, blanks, cases, version)
       SELECT ${organisationId}::bigint, coalesce(max(number), 0) + 1, ${registeredAt}::timestamptz, ${keptUntil}::date, ${JSON.stringify(facts)}::jsonb, 0, 0, 0
       FROM incident WHERE organisation_id = ${organisationId}::bigint RETURNING id::text AS name`,
    )
    if (row === undefined) throw new Error('incidents: the new incident has no id')
    return row.name
  },
  write: async ({ id, facts, items, blanks, cases }) => {
    await database.execute(
      sql`UPDATE incident SET facts = ${JSON.stringify(facts)}::jsonb, items = ${JSON.stringify(items)}::jsonb, blanks = ${blanks}, cases = ${cases}, version = version + 1
       WHERE id = ${id}::uuid`,
    )
  },
  cases: async (id) => {
    const rows = await database.query(
      caseSchema,
      sql`SELECT snapshot FROM incident_case WHERE incident_id = ${id}::uuid
       ORDER BY snapshot->>'email' COLLATE "C", source COLLATE "C"`,
    )
    return rows.map(({ snapshot }) => snapshot)
  },
  keepCases: async (id, cases) => {
    await database.execute(
      sql`INSERT INTO incident_case (incident_id, monitored_id, source, snapshot)
       SELECT ${id}::uuid, (one->>'endereco')::uuid, one->>'fonte', one FROM jsonb_array_elements(${JSON.stringify(cases)}::jsonb) AS one
       ON CONFLICT (incident_id, monitored_id, source) DO UPDATE SET snapshot = excluded.snapshot`,
    )
  },
  dropCases: async (id, refs) => {
    await database.execute(
      sql`DELETE FROM incident_case USING unnest(${refs.map(({ endereco }) => endereco)}::uuid[], ${refs.map(({ fonte }) => fonte)}::text[]) AS gone (monitored_id, source)
       WHERE incident_id = ${id}::uuid AND incident_case.monitored_id = gone.monitored_id AND incident_case.source = gone.source`,
    )
  },
  tell: async (id, { at, by, kind, changes }) => {
    await database.execute(
      sql`INSERT INTO incident_event (incident_id, at, kind, account_id, changes) VALUES (${id}::uuid, ${at.toISOString()}, ${kind}, ${by}::uuid, ${JSON.stringify(changes)}::jsonb)`,
    )
  },
  events: async (id, most) => {
    const rows = await database.query(
      eventSchema,
      sql`SELECT ${instant('at')} AS em, email AS por, kind AS tipo, changes AS mudancas, (count(*) OVER ())::int AS total
       FROM incident_event LEFT JOIN account ON account.id = account_id
       WHERE incident_id = ${id}::uuid ORDER BY incident_event.id DESC LIMIT ${most}`,
    )
    return {
      total: rows[0]?.total ?? 0,
      events: rows.map(({ em, por, tipo, mudancas }) => ({ em, por, tipo, mudancas })),
    }
  },
  organisationName: async (organisationId) => {
    const [row] = await database.query(
      nameSchema,
      sql`SELECT coalesce(name, '') AS name FROM organisation WHERE id = ${organisationId}`,
    )
    return row?.name ?? ''
  },
  handOver: async (id, version) => {
    await database.execute(sql`UPDATE incident SET handed_over = ${version} WHERE id = ${id}::uuid`)
  },
  remove: async (id, day) => {
    await database.execute(sql`UPDATE incident SET removed_on = ${day}::date WHERE id = ${id}::uuid`)
    await database.execute(sql`DELETE FROM incident WHERE id = ${id}::uuid`)
  },
})
