import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { PoolClient, Submittable } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { copyOutStatement, copyStatement, type CopyRows } from './database.ts'

type Sender = { query<T extends Submittable>(stream: T): T }

// Not pipeline(): it destroys a stream whose connection is gone, and the stream throws at that.
export const copyRows = async (client: Sender, target: string, rows: CopyRows): Promise<void> => {
  const copy = client.query(copyFrom(copyStatement(target, rows, 'STDIN')))
  // The stream may fail once more when its connection is lost, and a second error that nobody hears ends the process.
  copy.on('error', () => undefined)
  copy.end(rows)
  await once(copy, 'finish')
}

export const copiedOut = async (client: PoolClient, select: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await buffer(client.query(copyTo(copyOutStatement(select, 'STDOUT')))))
