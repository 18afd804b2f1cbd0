import { ADVISORY_LOCKS, sql, type Database } from '@atalaia/database'
import { Gauge, type Registry } from 'prom-client'
import { boolean, nullable, number, object } from 'zod/mini'
import type { Clock } from '../clock.ts'
import { measureDeliveries } from '../deliveries/delivery-queue.ts'

const LIMIT_MS = 2000
/** Several Prometheus servers cost the database one reading. */
const KEPT_MS = 5000

const importsSchema = object({
  running: boolean(),
  finished: number(),
  unfinished: number(),
  read: nullable(number()),
  added: nullable(number()),
  known: nullable(number()),
  rejected: nullable(number()),
})

const readStored = async (database: Database, now: Date) => {
  const on = database.within(LIMIT_MS)
  const [imports] = await on.query(
    importsSchema,
    sql`SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0
          AND objid::bigint = ${ADVISORY_LOCKS.imports}
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS running,
        count(*) FILTER (WHERE finished_at IS NOT NULL)::int AS finished,
        count(*) FILTER (WHERE finished_at IS NULL)::int AS unfinished,
        sum(lines_read)::float8 AS read, sum(lines_new)::float8 AS added,
        sum(lines_known)::float8 AS known, sum(lines_rejected)::float8 AS rejected
      FROM import JOIN source ON source.id = source_id WHERE NOT source.fabricated`,
  )
  return { imports, deliveries: await measureDeliveries(on, now) }
}
type Stored = Awaited<ReturnType<typeof readStored>>

/** Without the database, only `atalaia_database_up` is there: 0 (M-METRICS-2). */
export const measureStored = (
  registry: Registry,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
): void => {
  let last: Promise<Stored | undefined> | undefined
  let readAt = -Infinity
  const stored = () => {
    if (last === undefined || performance.now() - readAt > KEPT_MS) {
      readAt = performance.now()
      last = readStored(database, clock()).catch(() => undefined)
    }
    return last
  }
  const gauge = (
    { name, help, label }: { readonly name: string; readonly help: string; readonly label?: string },
    valuesOf: (found: Stored | undefined) => readonly (readonly [string, number | null])[],
  ) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        labelNames: label === undefined ? [] : [label],
        async collect() {
          const values = valuesOf(await stored())
          this.reset()
          // Its value would be 0, not unknown.
          if (label === undefined) this.remove()
          for (const [key, value] of values)
            if (value !== null) this.set(label === undefined ? {} : { [label]: key }, value)
        },
      }),
    )
  const ofImports = (found: Stored | undefined) => found?.imports
  const perChannel = (valueOf: (each: Stored['deliveries'][number]) => number | null) => (found: Stored | undefined) =>
    (found?.deliveries ?? []).map((each) => [each.channel, valueOf(each)] as const)
  const channel = 'channel'

  gauge({ name: 'atalaia_database_up', help: '1 when the database answered this server within 2 s' }, (found) => [
    ['', found ? 1 : 0],
  ])
  gauge({ name: 'atalaia_import_running', help: '1 while an import or its removal runs' }, (found) => {
    const imports = ofImports(found)
    return imports ? [['', imports.running ? 1 : 0]] : []
  })
  gauge(
    { name: 'atalaia_imports', help: 'Imports by state; unfinished: running or cut off', label: 'state' },
    (found) => {
      const imports = ofImports(found)
      return imports
        ? [
            ['finished', imports.finished],
            ['unfinished', imports.unfinished],
          ]
        : []
    },
  )
  gauge({ name: 'atalaia_import_rows', help: 'Rows of all kept imports', label: 'kind' }, (found) => {
    const imports = ofImports(found)
    return imports
      ? [
          ['read', imports.read ?? 0],
          ['new', imports.added ?? 0],
          ['known', imports.known ?? 0],
          ['rejected', imports.rejected ?? 0],
        ]
      : []
  })
  gauge(
    { name: 'atalaia_deliveries_waiting', help: 'Deliveries that wait', label: channel },
    perChannel((each) => each.waiting),
  )
  gauge(
    { name: 'atalaia_deliveries_failing', help: 'Waiting deliveries whose last attempt failed', label: channel },
    perChannel((each) => each.failing),
  )
  gauge(
    { name: 'atalaia_deliveries_oldest_seconds', help: 'Age of the oldest waiting delivery; 0: none', label: channel },
    perChannel((each) => each.oldestSeconds),
  )
}
