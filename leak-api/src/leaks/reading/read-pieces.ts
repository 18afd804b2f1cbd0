import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { types } from 'node:util'
import type { FileEnd, LeakFile, ReadOptions } from './credential.ts'
import { createAccount } from './file-account.ts'
import { EMPTY_ZIP, isArchive, MARK_BYTES } from './is-archive.ts'
import { logFileRole, logFolders, type LogFolders, logOf } from './log-names.ts'
import { accounted, faultPiece, NO_PIECE, withAdvice, type Piece } from './piece.ts'
import { readLogFile, readTextFile } from './read-text-file.ts'
import { isWorkbook, readWorkbookPart } from './read-workbook-part.ts'
import { createSharedTexts, type SharedTexts } from './parse-xlsx.ts'
import { isPasswordName } from './password-names.ts'
import { type Unpackers, limitsOf, newBudget, type UnpackBudget } from './unpack-archive.ts'
import { BombError, peekBytes, spend, unpackGzip, type Budget } from './unpack-gzip.ts'
import {
  createGathering,
  type GatheredSet,
  type Gathering,
  isVolume,
  MISSING_PARTS,
  type VolumeSet,
  volumeSets,
} from './volumes.ts'

/** Deeper content is a fault (M-IMPORT-18). */
const MAX_DEPTH = 4
type Within = ReadOptions & {
  readonly budget: UnpackBudget
  readonly depth: number
  /** The first archive starts the processes. */
  readonly unpackers: () => Promise<Unpackers>
  readonly gathering: Gathering
}

async function* spent(content: AsyncIterable<Buffer>, budget: Budget): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    spend(budget, chunk.length)
    yield chunk
  }
}

/** Gzip around an archive does not enlarge its size (M-IMPORT-23). */
async function* weighed(content: AsyncIterable<Buffer>, budget: Budget): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    budget.packed += chunk.length
    yield chunk
  }
}

async function* readArchive(file: LeakFile, disk: string, within: Within): AsyncGenerator<Piece> {
  const { budget, depth, passwords = [] } = within
  let folders: LogFolders = logFolders([])
  let sets: ReadonlyMap<string, VolumeSet> = new Map()
  let shared: SharedTexts | undefined
  const workbook = createAccount(file.path)
  const { unpack } = await within.unpackers()
  for await (const part of unpack({ archive: disk, passwords, budget })) {
    if (part.kind === 'list') {
      const paths = part.paths.map((path) => path.replaceAll('\\', '/'))
      folders = logFolders(paths)
      sets = volumeSets(paths)
      if (isWorkbook(paths)) shared = createSharedTexts()
      within.onFormat?.(shared === undefined ? 'archive' : 'workbook')
    } else if (part.kind === 'fault') {
      const { place, reason } = part.fault
      const whole = file.path.includes('/') ? file.path : ''
      yield place === '' ? faultPiece(whole, `the archive ${reason}`) : faultPiece(`${file.path}/${place}`, reason)
    } else {
      const path = `${file.path}/${part.path}`
      const content = spent(part.content, budget)
      if (shared !== undefined)
        for await (const rows of readWorkbookPart(part.path, content, shared)) {
          workbook.add(rows)
          yield { ...rows, place: `${part.path}:`, log: undefined, faults: [] }
        }
      else {
        const own = logOf(file.path, part.path, folders)
        const { log, isLikelyLog = false } = own.log === undefined ? file : own
        const set = sets.get(part.path)
        yield* readSafely({ path, log, isLikelyLog, set, content }, { ...within, depth: depth + 1 })
      }
    }
  }
  if (shared === undefined) return
  const end: FileEnd =
    workbook.rows() > 0
      ? { end: 'read', format: 'workbook', lines: undefined }
      : { end: 'skipped', reason: 'no sheet has a column of logins', isSilent: isPasswordName(file.path) }
  yield { ...NO_PIECE, file: workbook.endedBy(end) }
}

async function* readSpooled(file: LeakFile, content: AsyncIterable<Buffer>, within: Within): AsyncGenerator<Piece> {
  const folder = await mkdtemp(join(within.folder ?? tmpdir(), 'leak-'))
  try {
    const disk = join(folder, 'archive')
    await pipeline(content, createWriteStream(disk, { mode: 0o600 }))
    yield* readArchive(file, disk, within)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `undefined`: it opens, and counts. */
const archiveRefusal = ({ budget, depth }: Within): string | undefined => {
  if (depth >= MAX_DEPTH) return `archives lie in archives more than ${MAX_DEPTH} deep`
  const { archives } = limitsOf(budget)
  if (budget.archives >= archives)
    return `not opened: a file of this size may hold ${archives} archives, and holds more`
  budget.archives += 1
  return undefined
}

async function* readSet(whole: LeakFile, gathered: GatheredSet, within: Within): AsyncGenerator<Piece> {
  if (gathered.opener === undefined) return yield* readFile(whole, within)
  if (within.depth === 0) within.budget.packed += gathered.bytes
  const refusal = archiveRefusal(within)
  if (refusal === undefined) yield* readArchive(whole, gathered.opener, within)
  else yield faultPiece(whole.path, refusal)
}

async function* readPart(file: LeakFile, set: VolumeSet, within: Within): AsyncGenerator<Piece> {
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
  const name = set.name.slice(set.name.lastIndexOf('/') + 1)
  const part = set.parts.find((each) => file.path.endsWith(each)) ?? file.path
  const gathered = await within.gathering.add(`${folder}${name}`, set, part, file.content)
  if (gathered === undefined) return
  const whole = { ...file, path: `${folder}${name}`, set: undefined, content: gathered.joined() }
  try {
    for await (const piece of readSet(whole, gathered, within)) yield withAdvice(piece)
  } finally {
    await gathered.remove()
  }
}

async function* readFile(file: LeakFile, within: Within): AsyncGenerator<Piece> {
  if (file.set !== undefined) return yield* readPart(file, file.set, within)
  const content = within.depth === 0 ? weighed(file.content, within.budget) : file.content
  const { start, resume } = await peekBytes(unpackGzip(content), MARK_BYTES)
  const place = file.path.includes('/') ? `${file.path}:` : ''
  if (isVolume(file.path) && (isArchive(start) || start.includes(0))) throw new Error(MISSING_PARTS)
  // Thousands of them cost nothing.
  if (start.toString('latin1').startsWith(EMPTY_ZIP)) {
    const end = { end: 'skipped', reason: 'the archive is empty', isSilent: false } as const
    return yield { ...NO_PIECE, file: createAccount(file.path).endedBy(end) }
  }
  if (isArchive(start)) {
    const refusal = archiveRefusal(within)
    if (refusal === undefined) yield* readSpooled(file, resume(), within)
    else yield faultPiece(file.path, refusal)
    return
  }
  const { path, log, isLikelyLog = false } = file
  const pathInLog = log === undefined ? path : path.slice(log.length + 1)
  const isText = isLikelyLog && ['other', 'noise'].includes(logFileRole(pathInLog))
  const pieces =
    log === undefined || isText
      ? readTextFile(path, resume(), { ...within, isAlone: place === '', isInLog: log !== undefined })
      : readLogFile(pathInLog, resume(), within)
  yield* accounted(path, pieces, { place, log })
}

/** A failure of one file is a fault. A size limit inside an archive ends the whole archive. */
async function* readSafely(file: LeakFile, within: Within): AsyncGenerator<Piece> {
  try {
    yield* readFile(file, within)
  } catch (error) {
    if (error instanceof BombError && error.budget === within.budget && within.depth > 0) throw error
    // Node's own message of an error: the servers' package would cost each parsing thread its start.
    yield faultPiece(file.path, types.isNativeError(error) ? error.message : String(error))
  }
}

/** Throws the failure of a single file; among several it is a fault. */
export async function* readPieces(files: AsyncIterable<LeakFile>, options: ReadOptions): AsyncGenerator<Piece> {
  let made: Unpackers | undefined
  const unpackers = async () => (made ??= (await import('./unpack-archive.ts')).createUnpackers())
  const gathering = createGathering(options.folder)
  try {
    for await (const file of files) {
      const within = { ...options, budget: newBudget(), depth: 0, unpackers, gathering }
      if (file.path.includes('/')) yield* readSafely(file, within)
      else yield* readFile(file, within)
    }
  } finally {
    made?.close()
    await gathering.close()
  }
}
