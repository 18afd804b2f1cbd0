import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.ts'
import { root } from './workspace.ts'

const cache = join(root, '.cache', 'build')

export type StaleOptions = {
  /** The name of what is built, also that of its stamp and of its lock. */
  readonly name: string
  /** A hash of all that goes into it. */
  readonly fingerprint: () => string
  /** Whether what an earlier build put out is there. */
  readonly isThere: () => boolean
  /** Builds even what is current. Default: false. */
  readonly force?: boolean
}

/** Runs a build unless its last run had the same fingerprint; one process of this machine at a time does so. */
export const whenStale = async (
  { name, fingerprint, isThere, force = false }: StaleOptions,
  build: () => Promise<void>,
): Promise<void> => {
  mkdirSync(cache, { recursive: true })
  const stamp = join(cache, `${name}.json`)
  await withLock(join(cache, `${name}.lock`), async () => {
    const current = fingerprint()
    if (!force && isThere() && existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
    await build()
    writeFileSync(stamp, current)
  })
}
