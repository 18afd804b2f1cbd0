import { cpSync } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePgliteFolder } from '../src/pglite-folder.ts'

/** One folder for each version of PGlite, because their formats may differ. */
const template = (): string => {
  const [version = 'pglite'] =
    /pglite@[\d.]+/.exec(createRequire(import.meta.url).resolve('@electric-sql/pglite')) ?? []
  return join(tmpdir(), `atalaia-fresh-${version}`)
}

/** Makes the folder that {@link copyFreshPglite} copies, unless it is there. */
export const makeFreshPglite = async (): Promise<void> => {
  try {
    await access(template())
  } catch {
    const draft = `${template()}.${process.pid}`
    await ensurePgliteFolder(draft)
    // Another test run may have been faster.
    await rename(draft, template()).catch(() => rm(draft, { recursive: true, force: true }))
  }
}

/**
 * Makes `folder` that of an embedded database without tables, as its first start would: a copy takes a core a twentieth
 * of a second, and the first start some seconds.
 */
export const copyFreshPglite = (folder: string): void => cpSync(template(), folder, { recursive: true })
