import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The build folders of all remotes of the workspace in `root`. */
export const workspaceRemotes = (root: string): string[] =>
  readdirSync(root)
    .filter((name) => name.startsWith('mfe-'))
    .toSorted()
    .map((name) => join(root, name, 'dist'))
