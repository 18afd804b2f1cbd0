import { spawn, type ChildProcess } from 'node:child_process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { array, object, string } from 'zod/mini'
import type { Budget } from './unpack-gzip.ts'
import type { Fault } from './credential.ts'
import { FRAME_HEAD_BYTES, FRAMES, type UnpackWork } from './seven-zip-frames.ts'

/** So far. Archives and files count on all levels; `waitedMs`: waits for the unpacking process. */
export type UnpackBudget = Budget & { archives: number; files: number; waitedMs: number }

export const newBudget = (): UnpackBudget => ({ packed: 0, unpacked: 0, archives: 0, files: 0, waitedMs: 0 })

type UnpackLimits = { readonly archives: number; readonly files: number; readonly waitedMs: number }

const KIB = 1024
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * The most that a file may cost, which grows with its packed size alone (M-IMPORT-23).
 * - `archives`: opening one takes some 10 ms. One with a list of passwords in it has a KiB or more.
 * - `files`: an entry of a zip takes 100 bytes, and in a solid archive a file of a log some hundred.
 * - `waitedMs`: 7-Zip takes half a second for a MiB, and a busy machine ten times that.
 */
export const limitsOf = ({ packed }: Budget): UnpackLimits => ({
  archives: 200 + Math.floor(packed / KIB),
  files: 10_000 + Math.floor(packed / 100),
  waitedMs: Math.min(60_000 + Math.floor(packed / KIB) * 10, MAX_TIMER_MS),
})

const CHILD = fileURLToPath(new URL('./seven-zip-child.ts', import.meta.url))
const COMPLAINT_LENGTH = 2000
/** One per level of nesting, and as many after crashes. */
const MAX_STARTS = 8
const faultSchema = object({ path: string(), reason: string() })

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

type Unpacker = {
  readonly child: ChildProcess
  readonly frames: AsyncGenerator<Frame>
  readonly complaint: () => string
}

const startUnpacker = (): Unpacker => {
  const child = spawn(process.execPath, ['--no-warnings', CHILD], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] })
  let complaint = ''
  child.on('error', ({ message }) => (complaint = message))
  child.stderr?.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-COMPLAINT_LENGTH)))
  child.stdin?.on('error', () => undefined)
  const output = child.stdio[3]
  if (!(output instanceof Readable)) throw new Error('the unpacking process has no output')
  return { child, frames: framesOf(output), complaint: () => complaint }
}

const wholeFault = (reason: string): ArchivePart => ({ kind: 'fault', fault: { place: '', reason } })

const lateReason = ({ waitedMs }: UnpackLimits) =>
  `cannot be unpacked in the ${Math.round(waitedMs / 1000)} s that a file of this size has`

const reasonOf = (complaint: string): string => {
  const lines = complaint.trim().split('\n')
  return `cannot be unpacked (${lines.findLast((line) => /error|memory/i.test(line)) ?? 'the process ended'})`
}

export type ArchiveWork = Omit<UnpackWork, 'maxFiles'> & { readonly budget: UnpackBudget }

async function* partsOf({ frames, child, complaint }: Unpacker, { archive, passwords, budget }: ArchiveWork) {
  const limits = limitsOf(budget)
  const work: UnpackWork = { archive, passwords, maxFiles: limits.files - budget.files }
  child.stdin?.write(`${JSON.stringify(work)}\n`)
  let isLate = false
  const giveUp = () => (isLate = child.kill('SIGKILL'))
  const next = async (): Promise<Frame | undefined> => {
    const asked = performance.now()
    const timer = setTimeout(giveUp, Math.max(0, limits.waitedMs - budget.waitedMs))
    try {
      const { value, done } = await frames.next()
      return done === true ? undefined : value
    } finally {
      clearTimeout(timer)
      budget.waitedMs += performance.now() - asked
    }
  }
  async function* contentOf() {
    for (let frame = await next(); frame?.kind !== FRAMES.end; frame = await next()) {
      if (frame?.kind !== FRAMES.bytes) throw new Error('the archive ends before the file does')
      yield frame.bytes
    }
  }
  for (let frame = await next(); frame?.kind !== FRAMES.done; frame = await next()) {
    if (frame === undefined) {
      yield wholeFault(isLate ? `${lateReason(limits)}; the rest was not read` : reasonOf(complaint()))
      return false
    }
    const { kind, bytes } = frame
    if (kind === FRAMES.list)
      yield { kind: 'list', paths: array(string()).parse(JSON.parse(bytes.toString())) } as const
    else if (kind === FRAMES.fault) {
      const { path, reason } = faultSchema.parse(JSON.parse(bytes.toString()))
      yield { kind: 'fault', fault: { place: path, reason } } as const
    } else if (kind === FRAMES.file) {
      budget.files += 1
      // An archive that is broken may have more files than its list.
      if (budget.files > limits.files) {
        yield wholeFault(
          `has more than the ${limits.files} files that a file of this size may have; the rest was not read`,
        )
        return false
      }
      // What its reader leaves of a file comes as frames that are passed over here.
      yield { kind: 'file', path: bytes.toString().replaceAll('\\', '/'), content: contentOf() } as const
    }
  }
  return true
}

export type Unpackers = {
  /**
   * In the archive's order. Read or skip each file before the next part. Failures are faults; an
   * empty place means the archive.
   */
  unpack(work: ArchiveWork): AsyncGenerator<ArchivePart>
  close(): void
}

/**
 * Neighbouring archives share a process; each level of nesting has another. A process ends when its
 * reader stops early. After {@link MAX_STARTS}, an archive is a fault.
 */
export const createUnpackers = (): Unpackers => {
  const all = new Set<Unpacker>()
  const idle: Unpacker[] = []
  let starts = 0

  const start = () => {
    starts += 1
    const unpacker = startUnpacker()
    all.add(unpacker)
    return unpacker
  }
  const end = (unpacker: Unpacker) => {
    unpacker.child.kill('SIGKILL')
    all.delete(unpacker)
  }
  return {
    unpack: async function* unpack(work) {
      const limits = limitsOf(work.budget)
      if (work.budget.waitedMs >= limits.waitedMs) return yield wholeFault(`${lateReason(limits)}; it was not opened`)
      if (idle.length === 0 && starts === MAX_STARTS)
        return yield wholeFault(`was not opened: ${MAX_STARTS} processes that unpack were ended before`)
      const unpacker = idle.pop() ?? start()
      let isFree = false
      try {
        isFree = yield* partsOf(unpacker, work)
      } finally {
        if (isFree) idle.push(unpacker)
        else end(unpacker)
      }
    },
    close: () => {
      for (const unpacker of all) end(unpacker)
    },
  }
}
