import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { installLab } from '../install-lab.ts'
import { runStreamed } from '../run-streamed.ts'
import { publicPackages } from './public-packages.ts'
import { raisesIn, readReleased, unraised, withSurfaces, writeReleased, type Raise } from './versions.ts'

const HOW = `A remote built with a new export would fail in a shell that has the same version without it. \`npm run packages -- change\`
asks for what it needs: minor for what was added, major for what was changed or removed.`

const changesets = join(root, '.changeset')

const readRaises = (): readonly Raise[] =>
  readdirSync(changesets)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .flatMap((file) => raisesIn(readFileSync(join(changesets, file), 'utf8')))

/** Throws when exports changed without a raise. */
export const checkVersions = (): void => {
  const faults = unraised(withSurfaces(publicPackages()), readReleased(), readRaises())
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${HOW}`)
}

export const changeset = async (command: 'add' | 'version'): Promise<void> => {
  await installLab()
  const program = join(root, 'lab', 'node_modules', '@changesets', 'cli', 'bin.js')
  const code = await runStreamed(process.execPath, [program, command], process.env, root, 'inherit')
  if (code !== 0) throw new Error(`changeset ${command} ended with ${code}`)
}

export const raiseVersions = async (): Promise<void> => {
  checkVersions()
  if (readRaises().length === 0) throw new Error('No changeset waits in .changeset: nothing to release.')
  await changeset('version')
  writeReleased(withSurfaces(publicPackages()))
}

/** Publishes missing versions to `registry` alone, against all settings of pnpm. */
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
