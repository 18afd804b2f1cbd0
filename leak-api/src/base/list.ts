import { sql, type Queryable, type Sql } from '@atalaia/database'
import { int, object, type output, type ZodMiniObject } from 'zod/mini'

type Shape = ZodMiniObject['shape']
type Term<Query> = Sql | ((query: Query) => Sql)
export type Page = {
  /** From 1. */
  readonly page: number
  readonly size: number
}

/** Conditions by name. Each holds where the query has a value, neither nullish nor false: '' is one. */
type Filters<Query> = { readonly [Name in keyof Query]?: (value: NonNullable<Query[Name]>, query: Query) => Sql }

type PageQuery = { readonly pagina?: string | undefined; readonly tamanho?: string | undefined }
/** The page that a query names; by default the first, of `size` rows. */
export const pageOf = ({ pagina = '1', tamanho }: PageQuery, size: number): Page => ({
  page: Number(pagina),
  size: Number(tamanho ?? size),
})

/** The condition of a query's rows; the order and limit of a page. */
export type Narrowed = { readonly where: Sql; readonly first: Sql }

type ListOptions<Columns extends Shape, Query> = {
  /** The table or subquery under the name {@link ListOptions.as}, with at least those rows. */
  readonly from: Sql | ((query: Query, narrowed: Narrowed) => Sql)
  readonly as: string
  /** Joins to the rows of a page. */
  readonly joins?: Sql
  readonly row: ZodMiniObject<Columns>
  readonly columns: { readonly [Name in keyof Columns]-?: Term<Query> }
  /** Rows that the caller may see, for any query. */
  readonly of: (query: Query) => Sql
  readonly filters?: Filters<Query>
  readonly order: Term<Query>
}

const countSchema = object({ found: int() })

/** A list of rows that a query narrows. Columns are looked up for the rows of a page alone. */
export const defineList = <Columns extends Shape, Query extends object>(options: ListOptions<Columns, Query>) => {
  const { as, joins = sql``, row, columns, of, order } = options
  const filters: Filters<Query> = options.filters ?? {}
  const terms: Readonly<Record<string, Term<Query>>> = columns
  const termOf = (term: Term<Query>, query: Query) => (typeof term === 'function' ? term(query) : term)
  const asked = (query: Query): Sql[] => {
    const conditions: Sql[] = []
    const ask = <Name extends keyof Query>(name: Name) => {
      const [value, filter] = [query[name], filters[name]]
      if (filter === undefined || value === undefined || value === null || value === false) return
      conditions.push(filter(value, query))
    }
    for (const name in filters) ask(name)
    return conditions
  }
  const where = (query: Query) => sql.join([of(query), ...asked(query)], sql` AND `)
  const from = (query: Query, first = sql``) =>
    typeof options.from === 'function' ? options.from(query, { where: where(query), first }) : options.from
  const select = (query: Query, part?: Page): Sql => {
    const by = termOf(order, query)
    const names = Object.entries(terms).map(([name, term]) => sql`${termOf(term, query)} AS ${sql.ref(name)}`)
    const limit = part && sql`ORDER BY ${by} LIMIT ${part.size} OFFSET ${(part.page - 1) * part.size}`
    const first = part && sql`ORDER BY ${by} LIMIT ${part.page * part.size}`
    return sql`SELECT ${sql.join(names)} FROM (SELECT * FROM ${from(query, first)} WHERE ${where(query)} ${limit ?? sql``})
      AS ${sql.ref(as)} ${joins} ORDER BY ${by}`
  }
  const rows = (database: Queryable, query: Query, part?: Page) => database.query(row, select(query, part))
  const count = async (database: Queryable, query: Query): Promise<number> => {
    const statement = sql`SELECT count(*)::int AS found FROM ${from(query)} WHERE ${where(query)}`
    return (await database.query(countSchema, statement))[0]?.found ?? 0
  }

  return {
    /** SQL of all rows, and of a query's condition. */
    from,
    where,
    isWhole: (query: Query): boolean => asked(query).length === 0,
    rows,
    count,
    page: async (database: Queryable, query: Query, part: Page) => ({
      found: await count(database, query),
      rows: await rows(database, query, part),
    }),
    /** The first rows of a query. A filter leaves the rows behind a cursor. */
    feed: async (database: Queryable, query: Query, limit: number) => {
      const read = await rows(database, query, { page: 1, size: limit + 1 })
      return { rows: read.slice(0, limit), more: read.length > limit }
    },
    find: async (database: Queryable, query: Query): Promise<output<ZodMiniObject<Columns>> | undefined> =>
      (await rows(database, query))[0],
  }
}
