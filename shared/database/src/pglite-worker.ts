import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { PgliteReply, PgliteRequest, PgliteWork } from './pglite-protocol.ts'

if (parentPort === null) throw new Error('embedded database: this file runs as a worker')
const port = parentPort
const folder: unknown = workerData
const opening = PGlite.create(typeof folder === 'string' ? folder : undefined)

const run = async (work: PgliteWork): Promise<{ rows: unknown[]; affected: number }> => {
  const database = await opening
  switch (work.kind) {
    case 'query': {
      const result = await database.query(work.sql, [...work.parameters])
      return { rows: result.rows, affected: result.affectedRows ?? 0 }
    }
    case 'script':
      await database.exec(work.sql)
      break
    case 'copy':
      await database.query(`COPY ${work.target} FROM '/dev/blob'`, [], { blob: new Blob([work.rows]) })
      break
    case 'close':
      await database.close()
      break
  }
  return { rows: [], affected: 0 }
}

const answer = async ({ id, work }: PgliteRequest): Promise<PgliteReply> => {
  try {
    return { id, ok: true, ...(await run(work)) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
    return { id, ok: false, message: error instanceof Error ? error.message : String(error), code }
  }
}

port.on('message', (request: PgliteRequest) => {
  void answer(request).then((reply) => {
    port.postMessage(reply)
    if (request.work.kind === 'close') port.close()
  })
})
