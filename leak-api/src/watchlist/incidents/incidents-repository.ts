import {
  gatheredSchema,
  INCIDENT_PAGE_SIZE,
  incidentFactsSchema,
  type GatheredCase,
  type IncidentCaseRef,
  type IncidentEvent,
} from '@atalaia/contracts/incidents'
import type { Queryable } from '@atalaia/database'
import { array, int, nullable, object, string, type infer as Infer } from 'zod/mini'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { writtenItemsSchema } from './fill-items.ts'

const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

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
})
/** An incident as it is stored. */
export type IncidentRow = Infer<typeof rowSchema>
const COLUMNS = `id::text, number, version, ${instant('registered_at')} AS "registeredAt", kept_until::text AS "keptUntil",
  facts, items, blanks, cases`

const eventSchema = object({
  em: string(),
  por: nullable(string()),
  tipo: string(),
  mudancas: array(object({ campo: string(), de: nullable(string()), para: nullable(string()) })),
  /** The lines of the whole history. */
  total: int(),
})
const countSchema = object({ count: int() })
const caseSchema = object({ snapshot: gatheredSchema })
const nameSchema = object({ name: string() })

export type NewEvent = {
  readonly at: Date
  readonly by: string
  readonly kind: 'registro' | 'mudanca' | 'decisao' | 'casos' | 'encerramento' | 'reabertura'
  readonly changes: IncidentEvent['mudancas']
}

/** The register of incidents. Every call names the organisation, or takes an id that was found for it. */
export type IncidentsRepository = {
  /** `undefined` for an id that is none, and for another organisation's. */
  find(organisationId: string, id: string): Promise<IncidentRow | undefined>
  /** A page from 1, the newest first. */
  page(organisationId: string, page: number): Promise<{ readonly found: number; readonly rows: IncidentRow[] }>
  /** Called with the organisation locked; the id of a new incident with the next number. */
  register(organisationId: string, row: Pick<IncidentRow, 'registeredAt' | 'keptUntil' | 'facts'>): Promise<string>
  /** Writes what has changed, with the next version. */
  write(row: Pick<IncidentRow, 'id' | 'facts' | 'items' | 'blanks' | 'cases'>): Promise<void>
  /** The snapshots of its cases, by address and source. */
  cases(id: string): Promise<GatheredCase[]>
  /** Adds snapshots, or puts newer ones in their place. */
  keepCases(id: string, cases: readonly GatheredCase[]): Promise<void>
  dropCases(id: string, refs: readonly IncidentCaseRef[]): Promise<void>
  tell(id: string, event: NewEvent): Promise<void>
  /** The newest first, up to `most`, and the number of all of them. */
  events(id: string, most: number): Promise<{ readonly total: number; readonly events: IncidentEvent[] }>
  organisationName(organisationId: string): Promise<string>
  /** Notes that somebody has a dossier of a version. */
  handOver(id: string, version: number): Promise<void>
  /** Removes it on a day after its time; the database refuses any other. */
  remove(id: string, day: string): Promise<void>
}

export const createIncidentsRepository = (database: Queryable): IncidentsRepository => ({
  find: async (organisationId, id) => {
    if (!isUuid(id)) return undefined
    const [row] = await database.query(
      rowSchema,
      `SELECT ${COLUMNS} FROM incident WHERE id = $1::uuid AND organisation_id = $2`,
      [id, organisationId],
    )
    return row
  },
  page: async (organisationId, page) => {
    const [all] = await database.query(
      countSchema,
      'SELECT count(*)::int AS count FROM incident WHERE organisation_id = $1',
      [organisationId],
    )
    const rows = await database.query(
      rowSchema,
      `SELECT ${COLUMNS} FROM incident WHERE organisation_id = $1 ORDER BY number DESC LIMIT ${INCIDENT_PAGE_SIZE} OFFSET $2`,
      [organisationId, (page - 1) * INCIDENT_PAGE_SIZE],
    )
    return { found: all?.count ?? 0, rows }
  },
  register: async (organisationId, { registeredAt, keptUntil, facts }) => {
    const [row] = await database.query(
      nameSchema,
      `INSERT INTO incident (organisation_id, number, registered_at, kept_until, facts, blanks, cases, version)
       SELECT $1::bigint, coalesce(max(number), 0) + 1, $2::timestamptz, $3::date, $4::jsonb, 0, 0, 0
       FROM incident WHERE organisation_id = $1::bigint RETURNING id::text AS name`,
      [organisationId, registeredAt, keptUntil, JSON.stringify(facts)],
    )
    if (row === undefined) throw new Error('incidents: the new incident has no id')
    return row.name
  },
  write: async ({ id, facts, items, blanks, cases }) => {
    await database.execute(
      `UPDATE incident SET facts = $2::jsonb, items = $3::jsonb, blanks = $4, cases = $5, version = version + 1
       WHERE id = $1::uuid`,
      [id, JSON.stringify(facts), JSON.stringify(items), blanks, cases],
    )
  },
  cases: async (id) => {
    const rows = await database.query(
      caseSchema,
      `SELECT snapshot FROM incident_case WHERE incident_id = $1::uuid
       ORDER BY snapshot->>'email' COLLATE "C", source COLLATE "C"`,
      [id],
    )
    return rows.map(({ snapshot }) => snapshot)
  },
  keepCases: async (id, cases) => {
    await database.execute(
      `INSERT INTO incident_case (incident_id, monitored_id, source, snapshot)
       SELECT $1::uuid, (one->>'endereco')::uuid, one->>'fonte', one FROM jsonb_array_elements($2::jsonb) AS one
       ON CONFLICT (incident_id, monitored_id, source) DO UPDATE SET snapshot = excluded.snapshot`,
      [id, JSON.stringify(cases)],
    )
  },
  dropCases: async (id, refs) => {
    await database.execute(
      `DELETE FROM incident_case USING unnest($2::uuid[], $3::text[]) AS gone (monitored_id, source)
       WHERE incident_id = $1::uuid AND incident_case.monitored_id = gone.monitored_id AND incident_case.source = gone.source`,
      [id, refs.map(({ endereco }) => endereco), refs.map(({ fonte }) => fonte)],
    )
  },
  tell: async (id, { at, by, kind, changes }) => {
    await database.execute(
      `INSERT INTO incident_event (incident_id, at, kind, account_id, changes) VALUES ($1::uuid, $2, $3, $4::uuid, $5::jsonb)`,
      [id, at.toISOString(), kind, by, JSON.stringify(changes)],
    )
  },
  events: async (id, most) => {
    const rows = await database.query(
      eventSchema,
      `SELECT ${instant('at')} AS em, email AS por, kind AS tipo, changes AS mudancas, (count(*) OVER ())::int AS total
       FROM incident_event LEFT JOIN account ON account.id = account_id
       WHERE incident_id = $1::uuid ORDER BY incident_event.id DESC LIMIT $2`,
      [id, most],
    )
    return {
      total: rows[0]?.total ?? 0,
      events: rows.map(({ em, por, tipo, mudancas }) => ({ em, por, tipo, mudancas })),
    }
  },
  organisationName: async (organisationId) => {
    const [row] = await database.query(
      nameSchema,
      `SELECT coalesce(name, '') AS name FROM organisation WHERE id = $1`,
      [organisationId],
    )
    return row?.name ?? ''
  },
  handOver: async (id, version) => {
    await database.execute('UPDATE incident SET handed_over = $2 WHERE id = $1::uuid', [id, version])
  },
  remove: async (id, day) => {
    await database.execute('UPDATE incident SET removed_on = $2::date WHERE id = $1::uuid', [id, day])
    await database.execute('DELETE FROM incident WHERE id = $1::uuid', [id])
  },
})
