import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const lockOf = (folder: string) => join(folder, 'postmaster.pid')

const LOCK_IS_LEFT_MS = 30_000

/** Removes a lock without a process, which a power cut leaves: PostgreSQL would refuse it for ever. */
export const removeEmptyLock = async (folder: string): Promise<void> => {
  const found = await stat(lockOf(folder)).catch(() => undefined)
  if (found?.size === 0 && Date.now() - found.mtimeMs > LOCK_IS_LEFT_MS) await rm(lockOf(folder), { force: true })
}

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0)
  } catch (error) {
    // Another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The server's process number; `undefined` without a running server. */
export const serverIn = async (folder: string): Promise<number | undefined> => {
  const text = await readFile(lockOf(folder), 'utf8').catch(() => '')
  const id = Number(/^\d+/.exec(text)?.[0] ?? 0)
  return id > 0 && isAlive(id) ? id : undefined
}

const LOOK_MS = 50

/** Unlike `pg_ctl stop`, it does not wait for a server that another process starts meanwhile. */
export const untilEnded = async (folder: string, id: number, seconds: number): Promise<void> => {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await delay(LOOK_MS))
    if ((await serverIn(folder)) !== id) return
  throw new Error(`PostgreSQL in ${folder} did not end within ${seconds} s`)
}
