import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCaptured } from '@atalaia/stack'
import { installLab } from '../install-lab.ts'
import { publicPackages, type PublicPackage } from './public-packages.ts'

const AT_A_TIME = 2

const tarballName = ({ name, version }: PublicPackage): string =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`

type Judge = { readonly judgeTarball: (file: string) => Promise<readonly string[]> }

/** Computed path: type checks work without the lab's packages. */
const openJudge = (): Promise<Judge> => import(join(root, 'lab', 'judge-tarball.ts'))

const packOne = async (target: PublicPackage, into: string): Promise<string> => {
  const file = join(into, tarballName(target))
  rmSync(file, { force: true })
  // Builds it (`prepack`), and puts `publishConfig` and the versions of the workspace into its package.json.
  const pnpm = join(root, 'node_modules', '.bin', 'pnpm')
  const { code, output } = await runCaptured(pnpm, ['pack', '--pack-destination', into], { cwd: target.folder })
  if (code !== 0) throw new Error(`${target.name}: not packed\n${output}`)
  const problems = await (await openJudge()).judgeTarball(file)
  if (problems.length > 0) throw new Error(`${target.name}: not fit to be published\n${problems.join('\n')}`)
  return file
}

/** Packs tarballs into `into`. Throws on publint or are-the-types-wrong complaints. */
export const packPackages = async (
  into: string,
  log: (line: string) => void,
  only: readonly string[] = [],
): Promise<void> => {
  // It has Angular's compiler and the judges.
  await installLab()
  mkdirSync(into, { recursive: true })
  const all = publicPackages()
  const unknown = only.find((name) => !all.some((target) => target.name === name))
  if (unknown !== undefined)
    throw new Error(`${unknown}: no such package; there are ${all.map(({ name }) => name).join(', ')}`)
  const queue = all.filter(({ name }) => only.length === 0 || only.includes(name))
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const began = Date.now()
      log(`  ${await packOne(next, into)} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
}
