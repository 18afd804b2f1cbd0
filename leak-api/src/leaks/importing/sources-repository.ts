import { saoPauloDay } from '@atalaia/contracts'
import { sql, type Queryable, type Sql } from '@atalaia/database'
import { array, boolean, int, nullable, number, object, string, type infer as Infer } from 'zod/mini'
import { READER } from '../reading/reader.ts'
import { markAllDue } from '../../numbers/severity/store-judgements.ts'

export const MAX_SOURCE_LENGTH = 100

/** As in the database. */
export const SOURCE_KINDS = ['breach', 'stealer log', 'combo list', 'paste'] as const

const sourceRowSchema = object({
  name: string(),
  imports: int(),
  olderImports: int(),
  leaks: number(),
  lastFinished: nullable(string()),
  title: nullable(string()),
  kind: nullable(string()),
  website: nullable(string()),
  leakedOn: nullable(string()),
  knownOn: nullable(string()),
  kinds: nullable(array(string())),
  verified: nullable(boolean()),
  records: nullable(number()),
  description: nullable(string()),
  origin: string(),
})

/** `olderImports`: by an older reader. `leaks`: new at their import. `lastImport`: São Paulo day of the last ended import. `null`: unknown. */
export type Source = Omit<Infer<typeof sourceRowSchema>, 'lastFinished'> & { readonly lastImport: string | null }

/** `null`: unknown; absent: unchanged. */
export type SourceFacts = {
  readonly title?: string | null | undefined
  readonly website?: string | null | undefined
  readonly leakedOn?: string | null | undefined
  readonly knownOn?: string | null | undefined
  readonly kind?: (typeof SOURCE_KINDS)[number] | null | undefined
  readonly kinds?: readonly string[] | null | undefined
  readonly verified?: boolean | null | undefined
  readonly records?: number | null | undefined
  readonly description?: string | null | undefined
}

const FACTS = [
  ['title', 'title'],
  ['website', 'website'],
  ['leakedOn', 'leaked_on'],
  ['knownOn', 'known_on'],
  ['kind', 'kind'],
  ['kinds', 'kinds'],
  ['verified', 'verified'],
  ['records', 'records'],
  ['description', 'description'],
] as const satisfies readonly (readonly [keyof SourceFacts, string])[]

const weightOf = (source: Source | undefined) => JSON.stringify([source?.kind, source?.kinds])

const sources = (which: Sql) => sql`SELECT source.name, count(import.id)::int AS imports,
    (count(*) FILTER (WHERE reader < ${READER}))::int AS "olderImports",
    coalesce(sum(lines_new), 0)::float8 AS leaks, to_json(max(finished_at)) #>> '{}' AS "lastFinished", title, kind, website,
    source.leaked_on::text AS "leakedOn", known_on::text AS "knownOn", kinds, verified,
    records::float8 AS records, description, origin
  FROM source LEFT JOIN import ON import.source_id = source.id
  GROUP BY source.id HAVING ${which} ORDER BY source.name`

export const createSourcesRepository = (database: Queryable) => {
  const find = async (which: Sql): Promise<Source[]> => {
    const rows = await database.query(sourceRowSchema, sources(which))
    return rows.map(({ lastFinished, ...source }) => ({
      ...source,
      lastImport: lastFinished === null ? null : saoPauloDay(new Date(lastFinished)),
    }))
  }
  return {
    list: (all: boolean = false): Promise<Source[]> =>
      find(sql`NOT fabricated AND (${all}::boolean OR count(import.id) > 0)`),
    /** `undefined`: no such source. */
    tell: async (name: string, facts: SourceFacts): Promise<Source | undefined> => {
      const named = sql`source.name = ${name} AND NOT fabricated`
      const [before] = await find(named)
      const told = FACTS.filter(([fact]) => facts[fact] !== undefined)
      const set = told.map(([fact, column]) => sql`${sql.ref(column)} = ${facts[fact]}`)
      await database.execute(sql`UPDATE source SET ${sql.join([...set, sql`origin = 'hand'`])} WHERE ${named}`)
      const [source] = await find(named)
      if (before && before.leaks > 0 && weightOf(before) !== weightOf(source)) await markAllDue(database)
      return source
    },
  }
}
