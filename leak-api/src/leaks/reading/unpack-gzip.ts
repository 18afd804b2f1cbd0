import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { peek } from './peek.ts'

const GZIP_MARK = Buffer.from([0x1f, 0x8b])
const GUNZIP_CHUNK_BYTES = 65_536
/** Credentials pack to a tenth at best; only harmful files pack to under a hundredth (M-IMPORT-18). */
const MAX_UNPACK_RATIO = 100
/** Below, any ratio is free. */
const FREE_UNPACKED_BYTES = 16 * 1024 * 1024

/** Bytes of a file, and bytes unpacked from it at all levels. */
export type Budget = { packed: number; unpacked: number }

export class BombError extends Error {
  override readonly name = 'BombError'
  readonly budget: Budget
  constructor(budget: Budget) {
    super(`the file unpacks to more than ${MAX_UNPACK_RATIO} times its size; unpack it, and import the text`)
    this.budget = budget
  }
}

/** Throws {@link BombError} beyond the limit for its size. */
export const spend = (budget: Budget, bytes: number): void => {
  budget.unpacked += bytes
  if (budget.unpacked > FREE_UNPACKED_BYTES && budget.unpacked > MAX_UNPACK_RATIO * budget.packed)
    throw new BombError(budget)
}

/** Returns the whole sequence too. */
export const peekBytes = async (chunks: AsyncIterable<Buffer>, bytes: number) => {
  let size = 0
  const { head, resume } = await peek(chunks, (chunk) => (size += chunk.length) >= bytes)
  return { start: Buffer.concat(head), resume }
}

export const startsWith = (head: Buffer, mark: Buffer) => head.subarray(0, mark.length).equals(mark)

/** By the first bytes, not by the name. */
export async function* unpackGzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { start, resume } = await peekBytes(chunks, GZIP_MARK.length)
  if (!startsWith(start, GZIP_MARK)) {
    yield* resume()
    return
  }
  const packed = Readable.from(resume())
  const gunzip = createGunzip({ chunkSize: GUNZIP_CHUNK_BYTES })
  packed.on('error', (error) => gunzip.destroy(error))
  const budget: Budget = { packed: 0, unpacked: 0 }
  for await (const chunk of packed.pipe(gunzip)) {
    budget.packed = gunzip.bytesWritten
    spend(budget, chunk.length)
    yield chunk
  }
}
