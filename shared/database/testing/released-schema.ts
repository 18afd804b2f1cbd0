import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { array, object, string } from 'zod/mini'
import type { Queryable } from '../src/database.ts'

/**
 * Lines about relations, columns (`account.email text not null`), unique keys, writable views,
 * constraints and functions.
 */
export const describeSchema = async (database: Queryable): Promise<readonly string[]> => {
  const own = sql`nspname !~ '^pg_' AND nspname <> 'information_schema'`
  const [found] = await database.query(
    object({ lines: array(string()) }),
    sql`WITH relation AS (
       SELECT pg_class.oid, relispartition, CASE relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind, replace(pg_class.oid::regclass::text, '"', '') AS name
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE relkind IN ('r', 'p', 'v') AND relname <> 'schema_migration' AND ${own}
     ), line AS (
       SELECT kind || ' ' || name AS text FROM relation
       UNION ALL
       SELECT 'writes ' || name FROM relation WHERE kind = 'view' AND pg_relation_is_updatable(oid, true) & 28 = 28
       UNION ALL
       SELECT name || '.' || attname || ' ' || format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' not null' ELSE '' END
         || CASE WHEN atthasdef OR attidentity <> '' THEN ' default' ELSE '' END
       FROM relation JOIN pg_attribute ON attrelid = relation.oid WHERE attnum > 0 AND NOT attisdropped AND NOT relispartition
       UNION ALL
       SELECT 'unique ' || name || substring(pg_get_indexdef(indexrelid) FROM ' USING \\w+( .*)$')
       FROM relation JOIN pg_index ON indrelid = relation.oid WHERE indisunique AND NOT relispartition
       UNION ALL
       SELECT 'constraint ' || name || ' ' || conname || ' (' || array_to_string(ARRAY(
         SELECT attname FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey) ORDER BY attnum), ', ') || ')'
       FROM relation JOIN pg_constraint ON conrelid = relation.oid WHERE contype IN ('c', 'f', 'x') AND NOT relispartition
       UNION ALL
       SELECT 'function ' || pg_proc.oid::regprocedure || ' ' || format_type(prorettype, NULL)
       FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace WHERE prorettype <> 'trigger'::regtype AND ${own}
     )
     SELECT array_agg(DISTINCT text COLLATE "C" ORDER BY text COLLATE "C") AS lines FROM line`,
  )
  return found?.lines ?? []
}

/** The lines of a file of {@link describeSchema}, without comments. */
export const readReleased = (file: string | URL): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const COLUMN = /^([\w.]+)\.(\w+) (.*?)( not null)?( default)?$/
type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly filled: boolean
  readonly given: boolean
}

const columnIn = (line: string): Column | undefined => {
  const [, table, name, type, filled, given] = COLUMN.exec(line) ?? []
  if (table === undefined || name === undefined || type === undefined) return undefined
  return { table, name, type, filled: filled !== undefined, given: given !== undefined }
}

const keyIn = (line: string) => {
  const [, kind = '', table = '', rest = ''] = /^(unique|constraint) ([\w.]+) (.*)$/.exec(line) ?? []
  return { kind, table, name: /^\w+/.exec(rest)?.[0], columns: [...rest.matchAll(/\w+/g)].map(([word]) => word) }
}

/**
 * Released parts that are missing, and new parts that refuse the last release's rows. A view that
 * replaces a table must accept rows of the same types. A renewed constraint is not judged.
 */
export const findBreaks = (released: readonly string[], current: readonly string[]): readonly string[] => {
  const columns = current.map(columnIn).filter((column) => column !== undefined)
  const isReleased = (table: string) => ['table', 'view'].some((kind) => released.includes(`${kind} ${table}`))
  const isOld = (table: string, name: string) => released.some((line) => line.startsWith(`${table}.${name} `))
  const isView = (table: string) => released.includes(`table ${table}`) && current.includes(`writes ${table}`)
  const lost = released
    .filter((line) => !current.includes(line))
    .flatMap((line) => {
      const [kind = '', named = ''] = line.split(' ')
      if (kind === 'constraint' || (['table', 'unique'].includes(kind) && isView(named))) return []
      const was = columnIn(line)
      const is = was && columns.find(({ table, name }) => table === was.table && name === was.name)
      const isFilled = is && (isView(is.table) || (is.filled === was.filled && (is.given || !was.given)))
      const isSame = is && is.type === was.type && isFilled
      return isSame ? [] : [`the last release uses: ${line}`]
    })
  const added = current.filter((line) => !released.includes(line))
  const required = added.filter((line) => {
    const column = columnIn(line)
    return column && isReleased(column.table) && !isOld(column.table, column.name) && column.filled && !column.given
  })
  const narrower = added.filter((line) => {
    const { kind, table, name, columns: named } = keyIn(line)
    const isAnew = kind === 'constraint' && released.some((other) => other.startsWith(`constraint ${table} ${name} `))
    const own = columns.filter((column) => column.table === table && named.includes(column.name))
    return isReleased(table) && !isAnew && own.length > 0 && own.every((column) => isOld(table, column.name))
  })
  return [
    ...lost,
    ...required.map((line) => `the last release writes no value into: ${line}`),
    ...narrower.map((line) => `the last release may write rows against: ${line}`),
  ]
}
