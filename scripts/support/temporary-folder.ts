import { readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** Linux's file system in memory. */
const MEMORY = '/dev/shm'
const GB = 1024 ** 3
/** What a run of all tests leaves there until its end (3 GB), and as much again. */
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
export const temporaryFolder = (): string => {
  if (process.env['TMPDIR']) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const isLarge = bavail * bsize >= NEEDED && freemem() >= NEEDED + NEEDED_BESIDE
    return isLarge && isMountedForPrograms() ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
