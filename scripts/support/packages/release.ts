import { join } from 'node:path'
import { readChangesets } from '@changesets/read'
import { root } from '@atalaia/stack'
import { runStreamed } from '../run-streamed.ts'
import { publicPackages } from './public-packages.ts'
import { readReleased, unraised, withSurfaces, writeReleased } from './versions.ts'

const HOW = `A remote built with a new export would fail in a shell that has the same version without it. \`node_modules/.bin/changeset\`
asks for what it needs: minor for what was added, major for what was changed or removed.`

/** Throws for packages whose exports changed without a raise of their version. */
export const checkVersions = async (): Promise<void> => {
  const raises = (await readChangesets(root)).flatMap(({ releases }) => releases)
  const faults = unraised(withSurfaces(publicPackages()), readReleased(), raises)
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${HOW}`)
}

const changeset = async (command: string): Promise<void> => {
  const program = join(root, 'node_modules', '@changesets', 'cli', 'bin.js')
  const code = await runStreamed(process.execPath, [program, command], process.env)
  if (code !== 0) throw new Error(`changeset ${command} ended with ${code}`)
}

/**
 * Raises the versions that the changesets name, writes the changelogs, and records which exports the versions have. Throws
 * without a changeset: exports that changed under the same version must not be recorded as its own.
 */
export const raiseVersions = async (): Promise<void> => {
  await checkVersions()
  if ((await readChangesets(root)).length === 0)
    throw new Error('No changeset waits in .changeset: nothing to release.')
  await changeset('version')
  writeReleased(withSurfaces(publicPackages()))
}

/** Publishes each version that `registry` lacks; to no other registry than that, whatever pnpm's settings say. */
export const publishVersions = async (registry: string): Promise<void> => {
  const pnpm = join(root, 'node_modules', '.bin', 'pnpm')
  const filters = publicPackages().map(({ name }) => `--filter=${name}`)
  const args = [
    ...filters,
    'publish',
    '--recursive',
    `--registry=${registry}`,
    '--no-git-checks',
    '--access=restricted',
  ]
  const code = await runStreamed(pnpm, args, process.env)
  if (code !== 0) throw new Error(`pnpm publish ended with ${code}`)
}
