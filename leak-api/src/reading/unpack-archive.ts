import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { array, object, string } from 'zod/mini'
import type { Fault } from './credential.ts'
import { FRAME_HEAD_BYTES, FRAMES, type UnpackWork } from './seven-zip-frames.ts'

const CHILD = fileURLToPath(new URL('./seven-zip-child.ts', import.meta.url))
const faultSchema = object({ path: string(), reason: string() })

/** A part of an archive: the list of its files, one of them, or one that could not be unpacked. */
export type ArchivePart =
  | { readonly kind: 'list'; readonly paths: readonly string[] }
  | { readonly kind: 'file'; readonly path: string; readonly content: AsyncIterable<Buffer> }
  | { readonly kind: 'fault'; readonly fault: Fault }

type Frame = { readonly kind: number; readonly bytes: Buffer }

async function* framesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let open: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    open = open.length === 0 ? chunk : Buffer.concat([open, chunk])
    for (;;) {
      if (open.length < FRAME_HEAD_BYTES) break
      const end = FRAME_HEAD_BYTES + open.readUInt32LE(1)
      if (open.length < end) break
      yield { kind: open[0] ?? 0, bytes: open.subarray(FRAME_HEAD_BYTES, end) }
      open = open.subarray(end)
    }
  }
}

/**
 * Unpacks an archive (zip, 7z, rar, tar and whatever 7-Zip knows) as a stream: its files one after the other, in its own
 * order. The content of a file is read before the next part is asked for, or passed over. A reader that stops early ends
 * the process that unpacks. What cannot be unpacked comes as a fault; of the archive itself with an empty place.
 */
export async function* unpackArchive(work: UnpackWork): AsyncGenerator<ArchivePart> {
  const child = spawn(process.execPath, ['--no-warnings', CHILD], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] })
  const failed = new Promise<never>((_done, reject) => child.once('error', reject))
  failed.catch(() => undefined)
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-2000)))
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(JSON.stringify(work))
  const output = child.stdio[3]
  if (!(output instanceof Readable)) throw new Error('the unpacking process has no output')
  const frames = framesOf(output)
  let done = false
  async function* contentOf() {
    for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
      if (next.value.kind === FRAMES.end) return
      if (next.value.kind !== FRAMES.bytes) break
      yield next.value.bytes
    }
    done = true
    throw new Error('the archive ends before the file does')
  }
  try {
    for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
      const { kind, bytes } = next.value
      if (kind === FRAMES.list) yield { kind: 'list', paths: array(string()).parse(JSON.parse(bytes.toString())) }
      else if (kind === FRAMES.fault) {
        const { path, reason } = faultSchema.parse(JSON.parse(bytes.toString()))
        done ||= path === ''
        yield { kind: 'fault', fault: { place: path, reason } }
      } else if (kind === FRAMES.file) {
        // What its reader leaves of a file comes as frames that are passed over here.
        yield { kind: 'file', path: bytes.toString().replaceAll('\\', '/'), content: contentOf() }
      } else if (kind === FRAMES.done) done = true
    }
    if (!done) {
      const last = complaint
        .trim()
        .split('\n')
        .findLast((line) => /error|memory/i.test(line))
      yield { kind: 'fault', fault: { place: '', reason: `cannot be unpacked (${last ?? 'the process ended'})` } }
    }
  } finally {
    child.kill('SIGKILL')
  }
}
