import { type Database, sql } from '@atalaia/database'
import { int, object, string } from 'zod/mini'
import { addressOf } from './leak-lines.ts'
import type { Api } from './start-api.ts'

const ADDRESSES = 1000
const DOMAIN_VISITS = 50
const DASHBOARD_VISITS = 200
const MONITORED = 5000

const byAddress = (address: string) => sql`SELECT sighting.source_id AS count
  FROM credentials_of(address_key(${address}), domain_key(${address}), local_part(${address})) AS own JOIN sighting ON sighting.id = own.sighting`
const countSchema = object({ count: int() })
const localSchema = object({ local: string(), count: int() })

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export type Listed = { readonly rows: number; readonly domains: number }

/** Milliseconds of each lookup, after warm-up ones. */
export const addressTimes = async (database: Database, { rows, domains }: Listed): Promise<number[]> => {
  const times: number[] = []
  for (let round = 0; round < 2 * ADDRESSES; round += 1) {
    const address = addressOf(Math.floor(((round % ADDRESSES) * rows) / ADDRESSES), domains)
    const time = await timeOf(async () => {
      const found = await database.query(countSchema, byAddress(address))
      if (found.length === 0) throw new Error(`bench: ${address} was not found`)
    })
    if (round >= ADDRESSES) times.push(time)
  }
  return times
}

/** Milliseconds of each lookup, and the number of addresses. */
export const domainTimes = async (database: Database, { domains }: Listed) => {
  const times: number[] = []
  let addresses = 0
  for (let round = 0; round < 2 * DOMAIN_VISITS; round += 1) {
    const domain = `company${Math.floor(((round % DOMAIN_VISITS) * domains) / DOMAIN_VISITS)}.example`
    const time = await timeOf(async () => {
      addresses = (
        await database.query(
          localSchema,
          sql`SELECT local, count(*)::int AS count
  FROM credentials_between(domain_from(${domain}), domain_to(${domain}), domain_key('@' || ${domain}::text)) GROUP BY local`,
        )
      ).length
    })
    if (round >= DOMAIN_VISITS) times.push(time)
  }
  return { times, addresses }
}

export const monitorMany = async (database: Database, { rows, domains }: Listed): Promise<void> => {
  const addresses = Array.from({ length: MONITORED }, (_, at) =>
    addressOf(Math.floor((at * rows) / MONITORED), domains),
  )
  await database.execute(
    sql`INSERT INTO monitored_address (organisation_id, address, added_at)
     SELECT organisation.id, address, now() - interval '1 day' FROM organisation, unnest(${addresses}::text[]) AS address`,
  )
  await database.transaction(
    (transaction) =>
      transaction.script(`UPDATE monitored_address SET leaks = counted.leaks, passwords = counted.passwords
        FROM counted_address AS counted WHERE counted.id = monitored_address.id`),
    { statementMs: 600_000 },
  )
}

/** Milliseconds of each complete dashboard, in sequence, until `over`. */
export const dashboardTimes = async ({ url, token }: Api, over: Promise<unknown>): Promise<number[]> => {
  const stop = new AbortController()
  const ended = over.finally(() => stop.abort())
  const times: number[] = []
  while (!stop.signal.aborted && times.length < DASHBOARD_VISITS) {
    const time = await timeOf(async () => {
      const answer = await fetch(`${url}/api/dashboard/resumo`, { headers: { authorization: `Bearer ${token}` } })
      await answer.text()
      if (!answer.ok) throw new Error(`bench: the dashboard answered ${answer.status}`)
    })
    times.push(time)
  }
  await ended
  return times
}
