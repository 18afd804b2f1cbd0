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
  source: nullable(string()),
  place: nullable(string()),
})
const feedSchema = object({ ...placedSchema.shape, source: string(), place: string() })
export type FeedCase = Infer<typeof feedSchema>
export type CaseKey = Pick<FeedCase, 'monitoredId' | 'place'>

export type CaseFeedQuery = {
  /** Without a place, all cases of the address come before. */
  readonly after: { readonly monitoredId: string; readonly place: string | undefined }
  readonly limit: number
  readonly states: readonly CaseState[]
}
export type CaseFeedPage = {
  readonly cases: readonly FeedCase[]
  /** `undefined`: last page. */
  readonly next: CaseFeedQuery['after'] | undefined
}

/** Without people, with untouched cases, in the order of unchanging ids. */
export type CaseFeed = {
  /** At most `limit` cases, sometimes fewer before the end. */
  page(tenant: Tenant, query: CaseFeedQuery): Promise<CaseFeedPage>
  /** `undefined` out of reach, for a waiting address, or a source without the address. */
  find(tenant: Tenant, key: CaseKey): Promise<FeedCase | undefined>
}

/** 32 hexadecimal digits for any name. */
const PLACE = sql`left(encode(sha256(convert_to(each.source, 'UTF8')), 'hex'), 32) COLLATE "C"`
const LAST_PLACE = 'g'

/** An address without a matching case gives one row without a source. */
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
