import { parentPort, workerData } from 'node:worker_threads'
import { copyOutStatement, copyStatement } from './database.ts'
import { messageOf } from './message-of.ts'
import type { PgliteReply, PgliteRequest, PgliteWork } from './pglite-protocol.ts'
import { startPglite } from './pglite-tiering.ts'

if (parentPort === null) throw new Error('embedded database: this file runs as a worker')
const port = parentPort
const folder: unknown = workerData
const opening = startPglite(typeof folder === 'string' ? folder : undefined)

type Result = Omit<Extract<PgliteReply, { ok: true }>, 'id' | 'ok'>

const run = async (work: PgliteWork): Promise<Result> => {
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
      await database.query(copyStatement(work.target, work.rows, "'/dev/blob'"), [], { blob: new Blob([work.rows]) })
      break
    case 'copy-out': {
      const { blob } = await database.query(copyOutStatement(work.select, "'/dev/blob'"))
      return { rows: [], affected: 0, bytes: new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)) }
    }
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
    return { id, ok: false, message: messageOf(error), code }
  }
}

port.on('message', (request: PgliteRequest) => {
  void answer(request).then((reply) => {
    port.postMessage(reply, reply.ok && reply.bytes ? [reply.bytes.buffer] : [])
    if (request.work.kind === 'close') port.close()
  })
})
