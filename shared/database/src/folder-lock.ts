import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { literal, nullable, number, object, string } from 'zod/mini'
import { messageOf } from './message-of.ts'

/** The process that has the folder. `born` tells it from a later process with the same number. */
const holderSchema = object({ pid: number(), born: nullable(string()) })

const bornOf = async (pid: number): Promise<string | null> => {
  try {
    const [boot, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ])
    // The 22nd field of proc_pid_stat(5), counted from behind the name, which may hold anything.
    const started = status.slice(status.lastIndexOf(')') + 2).split(' ')[19]
    return `${boot.trim()} ${started}`
  } catch {
    return null
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A failure of a file operation with this code. */
const failure = <Code extends string>(code: Code) => object({ code: literal(code) })
const existsSchema = failure('EEXIST')
const absentSchema = failure('ENOENT')

/** The content of `file`; `undefined` when there is none. Rejects when it cannot be read: nobody knows then whose it is. */
const contentOf = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (absentSchema.safeParse(error).success) return undefined
    throw new Error(`${file}: this lock cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/** The process that has `file`, if it runs; `absent` when there is no such file. */
const holderOf = async (file: string): Promise<number | 'dead' | 'absent'> => {
  const content = await contentOf(file)
  if (content === undefined) return 'absent'
  try {
    const holder = holderSchema.parse(JSON.parse(content))
    return isRunning(holder.pid) && holder.born === (await bornOf(holder.pid)) ? holder.pid : 'dead'
  } catch {
    return 'dead'
  }
}

/** Puts `from` in the place of `to`, unless something is there. */
const claim = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (existsSchema.safeParse(error).success) return false
    throw error
  }
}

export type FolderLock =
  | { readonly status: 'held'; release(): Promise<void> }
  | { readonly status: 'taken'; readonly pid: number }

/**
 * Puts `own` in the place of a dead process's lock. One process at a time does, so that none removes what another has
 * just claimed.
 */
const takeOver = async (own: string, file: string): Promise<boolean> => {
  const turn = `${file}.takeover`
  if (!(await claim(own, turn))) {
    if ((await holderOf(turn)) === 'dead') await rm(turn, { force: true })
    return false
  }
  try {
    if ((await holderOf(file)) !== 'dead') return false
    await rename(own, file)
    return true
  } finally {
    await rm(turn, { force: true })
  }
}

/**
 * Makes this process the only one that opens the database of the server `name` in `dataDir`; a dead process's lock is
 * taken over (M-IMPORT-7). Rejects when a lock is there that cannot be read.
 */
export const lockFolder = async (dataDir: string, name: string): Promise<FolderLock> => {
  const file = join(dataDir, `${name}.lock`)
  const own = `${file}.${randomUUID()}`
  await writeFile(own, JSON.stringify({ pid: process.pid, born: await bornOf(process.pid) }), { mode: 0o600 })
  try {
    while (!(await claim(own, file))) {
      const holder = await holderOf(file)
      if (typeof holder === 'number') return { status: 'taken', pid: holder }
      if (holder === 'dead' && (await takeOver(own, file))) break
    }
  } finally {
    await rm(own, { force: true })
  }
  return { status: 'held', release: () => rm(file, { force: true }) }
}
