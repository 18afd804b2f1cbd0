import type { CaseState } from '@atalaia/contracts/cases'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { nullable, object, string, type infer as Infer } from 'zod/mini'
import { reachable, type Tenant } from '../../base/access/tenancy.ts'
import { CASE_COLUMNS, caseRowSchema } from './cases-repository.ts'

const placedSchema = object({
  ...caseRowSchema.shape,
  monitoredId: string(),
  address: string(),
  title: nullable(string()),
  /** `null`, as the source: no case of this address is asked for. */
  source: nullable(string()),
  place: nullable(string()),
})
const feedSchema = object({ ...placedSchema.shape, source: string(), place: string() })
/** A case by its two ids: that of its address, and the place of its source among those of the address. */
export type FeedCase = Infer<typeof feedSchema>
export type CaseKey = Pick<FeedCase, 'monitoredId' | 'place'>

export type CaseFeedQuery = {
  /** The case behind which the page begins; without a place all cases of that address are before it. */
  readonly after: { readonly monitoredId: string; readonly place: string | undefined }
  readonly limit: number
  readonly states: readonly CaseState[]
}
export type CaseFeedPage = {
  readonly cases: readonly FeedCase[]
  /** The beginning of the next page; `undefined`: this is the last one. */
  readonly next: CaseFeedQuery['after'] | undefined
}

/**
 * The cases of an organisation with nothing of people, those that nobody has touched among them, in the order of their ids,
 * which never change.
 */
export type CaseFeed = {
  /** At most `limit` cases, and at times fewer although others follow. */
  page(tenant: Tenant, query: CaseFeedQuery): Promise<CaseFeedPage>
  /** `undefined` for what the tenant does not reach, for an address that waits, and for a source without the address. */
  find(tenant: Tenant, key: CaseKey): Promise<FeedCase | undefined>
}

/** SQL of the place of a source: 32 hexadecimal digits, whatever its name has. */
const PLACE = sql`left(encode(sha256(convert_to(each.source, 'UTF8')), 'hex'), 32) COLLATE "C"`
/** Behind each place. */
const LAST_PLACE = 'g'

/** SQL of the cases of some addresses; one row without a source for an address none of whose cases `which` leaves. */
const listed = (
  tenant: Tenant,
  addresses: Sql,
  which: Sql,
) => sql`SELECT mine.id::text AS "monitoredId", mine.address, told.source,
    told.place, title, ${CASE_COLUMNS}
  FROM (SELECT * FROM monitored_address WHERE ${reachable(tenant)} AND watched AND leaks > 0 AND ${addresses}) AS mine
  LEFT JOIN LATERAL (
    SELECT each.source, ${PLACE} AS place FROM (
      SELECT DISTINCT source FROM covered_leaks_of(mine.organisation_id, mine.address_key, mine.domain_key, mine.local_part)
    ) AS each
    LEFT JOIN leak_case ON monitored_id = mine.id AND leak_case.source = each.source
    WHERE ${which}
  ) AS told ON true
  LEFT JOIN leak_case ON leak_case.monitored_id = mine.id AND leak_case.source = told.source
  LEFT JOIN source ON source.name = told.source
  LEFT JOIN account AS owner ON false
  ORDER BY mine.id, told.place`

/** SQL of the addresses with a case in one of these states, by what is kept of them. */
const withCase = (states: readonly CaseState[]) =>
  states.includes('novo')
    ? sql`leaks > (SELECT count(*) FROM leak_case WHERE monitored_id = monitored_address.id AND found AND state <> ALL(${states}::text[]))`
    : sql`EXISTS (SELECT FROM leak_case WHERE monitored_id = monitored_address.id AND found AND state = ANY(${states}::text[]))`
const pageSql = (tenant: Tenant, { states, after: { monitoredId, place }, limit }: CaseFeedQuery) =>
  sql`${listed(
    tenant,
    sql`id ${place === undefined ? sql`>` : sql`>=`} ${monitoredId}::uuid AND ${withCase(states)} ORDER BY monitored_address.id LIMIT ${limit + 1}`,
    sql`(mine.id > ${monitoredId}::uuid OR ${PLACE} > ${place ?? LAST_PLACE}) AND coalesce(state, 'novo') = ANY(${states}::text[])`,
  )} LIMIT ${limit + 1}`

const isCase = (row: Infer<typeof placedSchema>): row is FeedCase => row.source !== null && row.place !== null

export const createCaseFeed = (database: Queryable): CaseFeed => ({
  page: async (tenant, query) => {
    const { limit } = query
    // An address without a case is a row, too: as many rows as were asked for mean that there may be more.
    const rows = await database.query(placedSchema, pageSql(tenant, query))
    const read = rows.slice(0, limit)
    const last = rows.length > limit ? read.at(-1) : undefined
    return {
      cases: read.filter(isCase),
      next: last && { monitoredId: last.monitoredId, place: last.place ?? undefined },
    }
  },
  find: async (tenant, { monitoredId, place }) => {
    const which = listed(tenant, sql`id = ${monitoredId}::uuid`, sql`${PLACE} = ${place}`)
    const rows = await database.query(placedSchema, which)
    return rows.find(isCase)
  },
})
