import { workerData } from 'node:worker_threads'
import { createPacker } from './pack-credentials.ts'
import { parseFile } from './parse-file.ts'
import type { ParseWork } from './parse-thread.ts'
import { receiveItems, sendItems } from './thread-stream.ts'
import { createWatchList } from './watch-list.ts'

/** Pieces of the file that wait here to be parsed. */
const CHUNKS_AHEAD = 8

const { content, batches, fingerprintKey, source, batchRows, reading, watched }: ParseWork = workerData

async function* chunks(): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of receiveItems<Uint8Array<ArrayBuffer>>(content, CHUNKS_AHEAD))
    yield Buffer.from(buffer, byteOffset, byteLength)
}

const pack = createPacker(fingerprintKey, source, watched && createWatchList(watched))
const parsed = parseFile(chunks(), { pack, batchRows, ...reading })
await sendItems(batches, parsed, ({ fresh, rows }) => [fresh.buffer, rows.buffer])
