import { MessageChannel } from 'node:worker_threads'
import { messageOf } from '@atalaia/server'
import { createThreads } from '../../base/threads.ts'
import type { Reading } from '../reading/credential.ts'
import type { ParsedBatch } from './parse-file.ts'
import type { ParseWork } from './parse-worker.ts'
import { receiveItems, sendItems } from './thread-stream.ts'

const BATCHES_AHEAD = 1
const MAX_FILES = 4

const threads = createThreads({
  file: new URL('./parse-worker.ts', import.meta.url),
  name: 'parse',
  most: MAX_FILES,
})

/** Chunks may share memory, and a transfer takes it away. */
async function* copiesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of content) yield new Uint8Array(chunk)
}

export type ParseThreadOptions = Pick<ParseWork, 'watched' | 'proof'> & {
  readonly fingerprintKey: Uint8Array
  readonly source: string
  readonly batchRows?: number | undefined
  readonly reading?: Reading | undefined
}

/**
 * Parses in a thread, while other batches are written (M-IMPORT-10). A reader that stops early ends
 * the thread, and leaves `content` open.
 */
export async function* parseInThread(
  content: AsyncIterable<Buffer>,
  { fingerprintKey, source, batchRows, reading, watched, proof }: ParseThreadOptions,
): AsyncGenerator<ParsedBatch> {
  const toThread = new MessageChannel()
  const fromThread = new MessageChannel()
  const work: ParseWork = {
    content: toThread.port2,
    batches: fromThread.port2,
    fingerprintKey,
    source,
    batchRows,
    reading,
    watched,
    proof,
  }
  const stop = new AbortController()
  let broken: Error | undefined
  const parsing = threads
    .run(work, { transferList: [work.content, work.batches], signal: stop.signal })
    .catch((cause: unknown) => {
      broken = new Error(`the file cannot be parsed: ${messageOf(cause)}`, { cause })
      fromThread.port1.close()
    })
  void sendItems(toThread.port1, copiesOf(content), ({ buffer }) => [buffer])
  try {
    yield* receiveItems<ParsedBatch>(fromThread.port1, BATCHES_AHEAD)
    await parsing
  } catch (error) {
    // A thread that fell over closed its end first, and said why afterwards.
    await parsing
    throw broken ?? error
  } finally {
    toThread.port1.close()
    fromThread.port1.close()
    // A thread that is done stays for the next file.
    stop.abort()
  }
}
