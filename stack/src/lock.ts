import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const POLL_MS = 200

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const take = (file: string): boolean => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

const dropStale = (file: string): void => {
  try {
    const owner = Number(readFileSync(file, 'utf8'))
    if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true })
  } catch {
    // Given back in this very moment: the next attempt takes it.
  }
}

/** One process per file on this machine; takes over a dead owner's lock. */
export const withLock = async <Result>(file: string, work: () => Promise<Result>): Promise<Result> => {
  while (!take(file)) {
    dropStale(file)
    await wait(POLL_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}
