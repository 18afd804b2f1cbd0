import { compile, type Database, type Queryable } from '@atalaia/database'

type InSpan = <Value>(
  span: { readonly name: string; readonly attributes: Readonly<Record<string, string>> },
  work: () => Promise<Value>,
) => Promise<Value>

const VERB = /^\s*([a-z]+)/i
/** A called name after FROM is no table: `extract(epoch FROM now())`. */
const TABLE = /\b(?:into|update|join|table)\s+([a-z_][\w.]*)|\bfrom\s+([a-z_][\w.]*)\b(?!\()/i
const LITERALS = /'(?:[^']|'')*'|"/g
const MAX_KNOWN = 512

type Described = { readonly name: string; readonly attributes: Readonly<Record<string, string>> }

const known = new Map<string, Described>()

/** Kind and table: `SELECT gateway.channel`. Spans never contain texts or values (M-TRACE-2). */
const describe = (sql: string): Described => {
  const found = known.get(sql)
  if (found) return found
  const [, verb = 'statement'] = VERB.exec(sql) ?? []
  const [, target, source] = TABLE.exec(sql.replaceAll(LITERALS, '')) ?? []
  const table = target ?? source
  const operation = verb.toUpperCase()
  const described = {
    name: table === undefined ? operation : `${operation} ${table}`,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table !== undefined && { 'db.collection.name': table }),
    },
  }
  if (known.size < MAX_KNOWN) known.set(sql, described)
  return described
}

const tracedQueryable = (on: Queryable, inSpan: InSpan): Queryable => ({
  query: (row, statement) => inSpan(describe(compile(statement).sql), () => on.query(row, statement)),
  execute: (statement) => inSpan(describe(compile(statement).sql), () => on.execute(statement)),
  script: (sql) => inSpan(describe(sql), () => on.script(sql)),
  copyIn: (target, rows) => inSpan(describe(`COPY INTO ${target}`), () => on.copyIn(target, rows)),
  copyOut: (select) => inSpan(describe(select), () => on.copyOut(select)),
})

/** Adds a span for each statement and transaction. */
export const traceDatabase = (database: Database, inSpan: InSpan): Database => ({
  ...database,
  ...tracedQueryable(database, inSpan),
  within: (limitMs) => tracedQueryable(database.within(limitMs), inSpan),
  transaction: (work, options) =>
    inSpan({ name: 'transaction', attributes: { 'db.system.name': 'postgresql' } }, () =>
      database.transaction((transaction) => work(tracedQueryable(transaction, inSpan)), options),
    ),
  executeAlone: (key, statement, options) =>
    inSpan(describe(compile(statement).sql), () => database.executeAlone(key, statement, options)),
})
