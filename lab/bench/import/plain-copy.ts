import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { credentialBlocks } from './leak-lines.ts'

const columns = `address bigint NOT NULL, pair bigint NOT NULL, fingerprint uuid, sighting integer NOT NULL,
  domain integer NOT NULL, website bigint, local text STORAGE PLAIN COLLATE "C" NOT NULL`
const tables = {
  bare: `CREATE TABLE plain (${columns})`,
  keyed: `CREATE TABLE plain (${columns}, PRIMARY KEY (address, pair))`,
}
export type PlainTable = keyof typeof tables

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

export const copyIntoPostgres = async (url: string, count: number, table: PlainTable): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(tables[table])
  const blocks = [...credentialBlocks(count)]
  const seconds = await secondsOf(() =>
    pipeline(Readable.from(blocks), client.query(copyFrom('COPY plain FROM STDIN'))),
  )
  await client.end()
  return seconds
}
