import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.ts'
import { root } from './workspace.ts'

const cache = join(root, '.cache', 'build')

export type StaleOptions = {
  /** Also names stamp and lock. */
  readonly name: string
  readonly fingerprint: () => string
  readonly isThere: () => boolean
  /** Also builds when current. Default: false. */
  readonly force?: boolean
}

/** Skips an unchanged fingerprint. One process per machine. */
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
