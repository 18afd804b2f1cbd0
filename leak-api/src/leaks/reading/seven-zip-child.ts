/**
 * Unpacks with 7-Zip (WebAssembly) in a separate process: its memory and end harm no import. Reads
 * a work per line of JSON from standard input; writes frames to descriptor 3. Writes nothing to a
 * disk. Ends with its input.
 */
import { readFileSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { createInterface } from 'node:readline'
import SevenZip, { type FSStream, type SevenZipModule } from '7z-wasm'
import { FRAME_HEAD_BYTES, FRAMES, type UnpackWork } from './seven-zip-frames.ts'

declare module '7z-wasm' {
  // Emscripten's, which the package's types leave out.
  interface SevenZipModuleOptions {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): void
  }
}

const sevenZip = await WebAssembly.compile(readFileSync(new URL(import.meta.resolve('7z-wasm/7zz.wasm'))))

const OUT = '/out/'
const FRAMES_DESCRIPTOR = 3
const PIPE_PAUSE_MS = 2

const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

const writeAll = (bytes: Uint8Array) => {
  for (let at = 0; at < bytes.length;)
    try {
      at += writeSync(FRAMES_DESCRIPTOR, bytes, at)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      Atomics.wait(pause, 0, 0, PIPE_PAUSE_MS)
    }
}

const send = (kind: number, bytes: Uint8Array = new Uint8Array()) => {
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head[0] = kind
  head.writeUInt32LE(bytes.length, 1)
  writeAll(head)
  writeAll(bytes)
}
const sendJson = (kind: number, value: unknown) => send(kind, Buffer.from(JSON.stringify(value)))

type Parts = {
  readonly print?: (line: string) => void
  readonly prepare?: (seven: SevenZipModule) => void
}

const run = async (
  work: UnpackWork,
  command: readonly string[],
  password: string,
  { print = () => undefined, prepare }: Parts = {},
) => {
  const faults: string[] = []
  const seven = await SevenZip({
    print,
    printErr: (line) => faults.push(line),
    instantiateWasm: (imports, done) => done(new WebAssembly.Instance(sevenZip, imports)),
  })
  seven.FS.mkdir('/in')
  seven.FS.mount(seven.NODEFS, { root: dirname(work.archive) }, '/in')
  seven.FS.mkdir(OUT.slice(0, -1))
  prepare?.(seven)
  const [verb = '', ...rest] = command
  // Without a password 7-Zip would ask for one.
  let isBroken = false
  try {
    seven.callMain([verb, `/in/${basename(work.archive)}`, `-p${password}`, '-y', '-bsp0', ...rest])
  } catch {
    // 7-Zip throws a number where an archive breaks off.
    isBroken = true
  }
  return { faults, isBroken }
}

const sendFiles = ({ FS }: SevenZipModule) => {
  const open = FS.open.bind(FS)
  const close = FS.close.bind(FS)
  const sent = new WeakSet<FSStream>()
  FS.open = (path, ...rest) => {
    const stream = open(path, ...rest)
    if (!path.startsWith(OUT)) return stream
    send(FRAMES.file, Buffer.from(path.slice(OUT.length)))
    sent.add(stream)
    const write = (_stream: FSStream, memory: Int8Array, offset: number, length: number) => {
      send(FRAMES.bytes, new Uint8Array(memory.buffer, memory.byteOffset + offset, length))
      return length
    }
    return Object.assign(stream, { stream_ops: { write, llseek: (_stream: FSStream, offset: number) => offset } })
  }
  FS.close = (stream) => {
    if (sent.has(stream)) send(FRAMES.end)
    close(stream)
  }
}

type Listed = { path: string; size: number; encrypted: boolean; folder: boolean }

/** Throws at the first file too many. */
const createListing = (maxFiles: number) => {
  const listed: Listed[] = []
  let isTooLong = false
  const print = (line: string) => {
    const [, name, value = ''] = /^(Path|Size|Folder|Encrypted|Attributes) = ?(.*)$/.exec(line) ?? []
    const last = listed.at(-1)
    if (name === 'Path') {
      isTooLong = listed.length >= maxFiles
      if (isTooLong) throw new Error('too many files')
      listed.push({ path: value, size: 0, encrypted: false, folder: false })
    } else if (last === undefined) return
    else if (name === 'Size') last.size = Number(value)
    else if (name === 'Encrypted') last.encrypted = value === '+'
    else if (name === 'Folder') last.folder = value === '+'
    else if (name === 'Attributes' && value.startsWith('D')) last.folder = true
  }
  return { print, isTooLong: () => isTooLong, files: () => listed.filter(({ folder }) => !folder) }
}

const isWrongPassword = (faults: readonly string[]) =>
  faults.some((line) => /wrong password|encrypted archive/i.test(line))

const tooManyFiles = (most: number) =>
  `has more than the ${most} files and folders that may still be read of a file of this size; none of them was read`
const NO_PASSWORD = 'needs a password, and none that was given opens it'

const open = async (work: UnpackWork) => {
  let reason = 'is no archive that can be opened'
  for (const password of ['', ...work.passwords]) {
    const listing = createListing(work.maxFiles)
    const { faults, isBroken } = await run(work, ['l', '-slt', '-ba'], password, { print: listing.print })
    if (listing.isTooLong()) return { reason: tooManyFiles(work.maxFiles) }
    const files = listing.files()
    // What is not listed may be unpacked up to where it breaks off.
    if (isBroken) return { password, files }
    if (files.length === 0 && faults.length > 0) {
      reason = isWrongPassword(faults) ? NO_PASSWORD : 'is broken, or no archive'
      continue
    }
    const [smallest] = files.filter(({ encrypted }) => encrypted).toSorted((one, other) => one.size - other.size)
    if (smallest === undefined) return { password, files }
    const tried = await run(work, ['t', '-bso0', '-spd', smallest.path], password)
    if (!isWrongPassword(tried.faults) && tried.faults.length === 0) return { password, files }
    reason = NO_PASSWORD
  }
  return { reason }
}

const isSheet = (path: string) => /^xl[\\/]worksheets[\\/][^\\/]+\.xml$/i.test(path)

const unpack = async (work: UnpackWork) => {
  const opened = await open(work)
  if (opened.reason !== undefined) return sendJson(FRAMES.fault, { path: '', reason: opened.reason })
  const { password, files } = opened
  const paths = files.map(({ path }) => path)
  sendJson(FRAMES.list, paths)
  // In a workbook the texts of the cells are read before the sheets that name them.
  const parts = paths.some(isSheet) ? [['xl/sharedStrings.xml'], ['xl/worksheets/*.xml']] : [[]]
  for (const names of parts) {
    const { faults, isBroken } = await run(work, ['x', `-o${OUT}`, '-bso0', ...names], password, {
      prepare: sendFiles,
    })
    if (isBroken) sendJson(FRAMES.fault, { path: '', reason: 'is broken: it ends early, or was changed' })
    for (const fault of faults) {
      const [, reason, path] = /^ERROR: (.+?) : (.+)$/.exec(fault) ?? []
      if (path !== undefined) sendJson(FRAMES.fault, { path: path.replace(OUT, ''), reason })
    }
  }
}

for await (const line of createInterface(process.stdin)) {
  await unpack(JSON.parse(line))
  send(FRAMES.done)
}
