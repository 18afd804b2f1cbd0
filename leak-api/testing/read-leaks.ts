import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { LeakFile, ReadBatch, ReadOptions } from '../src/leaks/reading/credential.ts'
import { readLeak } from '../src/leaks/reading/read-leak.ts'
import { walkLeak } from '../src/leaks/reading/walk-leak.ts'

const read = async (files: AsyncIterable<LeakFile>, options: ReadOptions) => {
  const batches: ReadBatch[] = []
  for await (const batch of readLeak(files, options)) batches.push(batch)
  const credentials = batches.flatMap((batch) => batch.credentials)
  return {
    credentials,
    pairs: credentials.map(({ address, secret }) => `${address} ${secret?.value ?? ''}`.trim()),
    rejected: batches.flatMap(({ rejected }) => rejected.map(({ place, reason }) => `${place} ${reason}`)),
    passed: batches.flatMap(({ passed }) => passed.map(({ place, reason }) => `${place} ${reason}`)),
    skipped: batches.reduce((sum, { skipped }) => sum + skipped, 0),
    ignored: batches.reduce((sum, { ignored }) => sum + ignored, 0),
    files: batches.flatMap((batch) => batch.files),
    faults: batches.flatMap((batch) => batch.faults),
  }
}

type OneOptions = ReadOptions & { readonly pieceBytes?: number }

export const readOne = (content: string | Buffer, { pieceBytes, ...options }: OneOptions = {}) => {
  const bytes = Buffer.from(content)
  const size = pieceBytes ?? Math.max(1, bytes.length)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  async function* alone() {
    yield { path: 'leak.txt', content: pieces() }
  }
  return read(alone(), options)
}

export const folderOf = (files: Readonly<Record<string, string | Buffer>>): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'leak-api-')), 'pack')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

export const readFolder = (files: Readonly<Record<string, string | Buffer>>, options: ReadOptions = {}) =>
  read(walkLeak(folderOf(files)), options)
