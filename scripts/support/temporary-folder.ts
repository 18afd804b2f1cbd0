import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory. */
const MEMORY = '/dev/shm'
const GB = 1024 ** 3
/** Three times the 2 GB that a run of all tests has there half-way. */
const NEEDED = 6 * GB
/** The memory that tests need beside it. */
const NEEDED_BESIDE = 6 * GB

/** Containers often have it without the right to run programs, which tests install. */
const isMountedForPrograms = (): boolean =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, at, , options = '']) => at === MEMORY && !options.split(',').includes('noexec'))

/**
 * The folder to make a test run's temporary folder in: in memory where there is enough, because databases make and remove
 * thousands of files, else that of the system. `TMPDIR` wins over both.
 */
const placeOf = (): string => {
  if (process.env['TMPDIR']) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const isLarge = bavail * bsize >= NEEDED && freemem() >= NEEDED + NEEDED_BESIDE
    return isLarge && isMountedForPrograms() ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** Removes what runs that were killed have left: in memory it would stay until the machine is started again. */
const removeLeft = (place: string): void => {
  for (const name of readdirSync(place)) {
    const [, pid] = /^atalaia-(\d+)-/.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    try {
      rmSync(join(place, name), { recursive: true, force: true })
    } catch {
      // Another person's, which is theirs to remove.
    }
  }
}

/** Makes the temporary folder of a test run, which removes it at its end. */
export const makeTemporaryFolder = (): string => {
  const place = placeOf()
  removeLeft(place)
  return mkdtempSync(join(place, `atalaia-${process.pid}-`))
}
