import { randomBytes } from 'node:crypto'
import { openPostgres, type Database, sql } from '@atalaia/database'
import { number, object, string } from 'zod/mini'
import { distribute } from '../src/base/store/distribute.ts'
import { migrate } from '../src/base/store/store.ts'

/** `undefined`: no Citus for tests. */
export const CITUS_URL = process.env['CITUS_URL']

const nodeSchema = object({ host: string(), port: number(), group: number() })

const scriptOn = async (url: string, text: string): Promise<void> => {
  const database = await openPostgres(url, 1)
  try {
    await database.script(text)
  } finally {
    await database.close()
  }
}

export const createCitusDatabase = async (citusUrl: string) => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const coordinator = await openPostgres(citusUrl, 1)
  const nodes = await coordinator
    .query(
      nodeSchema,
      sql`SELECT nodename AS host, nodeport::float8 AS port, groupid::float8 AS "group" FROM pg_dist_node ORDER BY groupid`,
    )
    .finally(() => coordinator.close())
  const urlOn = (database: string, node?: { readonly host: string; readonly port: number }) => {
    const url = new URL(citusUrl)
    if (node) url.host = `${node.host}:${node.port}`
    url.pathname = `/${database}`
    return url.href
  }
  const workers = nodes.filter(({ group }) => group > 0)
  const home = new URL(citusUrl).pathname.slice(1)
  const places = [undefined, ...workers]
  for (const place of places) {
    await scriptOn(urlOn(home, place), `CREATE DATABASE ${name}`)
    await scriptOn(urlOn(name, place), 'CREATE EXTENSION citus')
  }
  const url = urlOn(name)
  const added = nodes.map(({ host, port, group }) =>
    group === 0 ? `SELECT citus_set_coordinator_host('${host}', ${port})` : `SELECT citus_add_node('${host}', ${port})`,
  )
  await scriptOn(url, added.join(';'))
  return {
    url,
    drop: async () => {
      for (const place of places) await scriptOn(urlOn(home, place), `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

export const openDistributed = async (citusUrl: string): Promise<Database> => {
  const { url, drop } = await createCitusDatabase(citusUrl)
  const database = await openPostgres(url)
  await migrate(database)
  await distribute(database)
  return { ...database, close: () => database.close().then(drop) }
}
