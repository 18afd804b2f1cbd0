import type { MessagePort } from 'node:worker_threads'
import { createProofTag } from '../../base/store/proof-tags.ts'
import type { Reading } from '../reading/credential.ts'
import { createPacker, type PackerOptions } from './pack-credentials.ts'
import { parseFile } from './parse-file.ts'
import { receiveItems, sendItems } from './thread-stream.ts'

export type ParseWork = Pick<PackerOptions, 'watched'> & {
  readonly content: MessagePort
  readonly batches: MessagePort
  readonly fingerprintKey: Uint8Array
  /** Absent: no tags. */
  readonly proof?: { readonly key: Uint8Array; readonly watched: Uint8Array } | undefined
  readonly source: string
  readonly batchRows: number | undefined
  readonly reading: Reading | undefined
}

const CHUNKS_AHEAD = 8

async function* chunksFrom(content: MessagePort): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of receiveItems<Uint8Array<ArrayBuffer>>(content, CHUNKS_AHEAD))
    yield Buffer.from(buffer, byteOffset, byteLength)
}

/** Rejects when it cannot begin; the reader gets a failure of the file. */
export const parse = async ({
  content,
  batches,
  fingerprintKey,
  source,
  batchRows,
  reading,
  watched,
  proof,
}: ParseWork) => {
  const tags = proof && { watched: proof.watched, tagOf: await createProofTag(proof.key) }
  const pack = createPacker(fingerprintKey, source, { watched, proof: tags })
  const parsed = parseFile(chunksFrom(content), { pack, batchRows, ...reading })
  await sendItems(batches, parsed, ({ fresh, rows }) => [fresh.buffer, rows.buffer])
}
