import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../workspace.ts'

export const examplesFolder = join(root, 'examples')

/** The server that all portals share: no example of its own. */
const PORTAL = 'portal'

export const exampleNames = (): readonly string[] =>
  readdirSync(examplesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== PORTAL)
    .map(({ name }) => name)
