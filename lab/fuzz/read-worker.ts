import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { readLeak } from '../../leak-api/src/leaks/reading/read-leak.ts'
import { checkRead, type Read } from './check-read.ts'

const orderSchema = z.object({ bytes: z.instanceof(Uint8Array), chunkBytes: z.number(), planted: z.array(z.string()) })

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size))
}

const read = async (bytes: Buffer, size: number): Promise<Read> => {
  const found: Read = {
    formats: [],
    addresses: [],
    secrets: [],
    rejected: 0,
    skipped: 0,
    ignored: 0,
    further: 0,
    faults: [],
  }
  async function* alone() {
    yield { path: 'leak.txt', content: inChunks(bytes, size) }
  }
  try {
    for await (const batch of readLeak(alone(), { onFormat: (format) => void found.formats.push(format) })) {
      for (const { address, secret } of batch.credentials) {
        found.addresses.push(address)
        found.secrets.push(secret?.value)
      }
      found.rejected += batch.rejected.length
      found.skipped += batch.skipped
      found.ignored += batch.ignored
      for (const { further } of batch.files) found.further += further
      found.faults.push(...batch.faults.map(({ reason }) => reason))
    }
  } catch (error) {
    found.refusal = error
  }
  return found
}

parentPort?.on('message', (message: unknown) => {
  void (async () => {
    const { bytes, chunkBytes, planted } = orderSchema.parse(message)
    const buffer = Buffer.from(bytes)
    const before = process.threadCpuUsage()
    const whole = await read(buffer, 64 * 1024)
    const { user, system } = process.threadCpuUsage(before)
    const isArchive = whole.formats.includes('archive') || whole.formats.includes('workbook')
    const pieces = isArchive ? whole : await read(buffer, chunkBytes)
    const answer = {
      faults: checkRead({ bytes: buffer, whole, pieces, planted, cpuMs: (user + system) / 1000 }),
      format: whole.formats.at(-1) ?? 'refused',
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    parentPort?.postMessage(answer)
  })()
})
