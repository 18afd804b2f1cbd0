import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { literal, nullable, number, object, string } from 'zod/mini'

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

const runningHolder = async (content: string): Promise<number | undefined> => {
  try {
    const holder = holderSchema.parse(JSON.parse(content))
    return isRunning(holder.pid) && holder.born === (await bornOf(holder.pid)) ? holder.pid : undefined
  } catch {
    return undefined
  }
}

const existsSchema = object({ code: literal('EEXIST') })

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

/** Removes `file` if it still says `content`: another process may have taken the stale lock over meanwhile. */
const removeStale = async (file: string, content: string): Promise<void> => {
  const aside = `${file}.${process.pid}.stale`
  await rename(file, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => content)
  if (moved !== content) await claim(aside, file)
  await rm(aside, { force: true })
}

export type FolderLock =
  | { readonly status: 'held'; release(): Promise<void> }
  | { readonly status: 'taken'; readonly pid: number }

/**
 * Makes this process the only one that opens the database of the server `name` in `dataDir`; a dead process's lock is
 * taken over (M-IMPORT-7).
 */
export const lockFolder = async (dataDir: string, name: string): Promise<FolderLock> => {
  const file = join(dataDir, `${name}.lock`)
  const own = `${file}.${process.pid}`
  await writeFile(own, JSON.stringify({ pid: process.pid, born: await bornOf(process.pid) }), { mode: 0o600 })
  try {
    while (!(await claim(own, file))) {
      const content = await readFile(file, 'utf8').catch(() => '')
      const pid = await runningHolder(content)
      if (pid !== undefined) return { status: 'taken', pid }
      await removeStale(file, content)
    }
  } finally {
    await rm(own, { force: true })
  }
  return { status: 'held', release: () => rm(file, { force: true }) }
}
