import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hashOfFolders, root, runCaptured, whenStale } from '@atalaia/stack'
import { installLab } from '../install-lab.ts'
import { examples, type Example } from './examples.ts'

const embedFolder = join(root, 'shared', 'embed-loader')
const embedDist = join(embedFolder, 'dist')
const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const run = async (what: string, folder: string, program: string, args: readonly string[]): Promise<void> => {
  const env = { ...process.env, NODE_ENV: 'production', NG_CLI_ANALYTICS: 'false', NEXT_TELEMETRY_DISABLED: '1' }
  const { code, output } = await runCaptured(program, args, { cwd: folder, env })
  if (code !== 0) throw new Error(`${what} failed\n${output}`)
}

export const buildEmbedPackage = (): Promise<void> =>
  whenStale(
    {
      name: 'embed-loader',
      fingerprint: () =>
        hashOfFolders(
          root,
          [embedFolder, join(root, 'shared', 'contracts', 'src')],
          read(join(root, 'pnpm-lock.yaml')),
        ),
      isThere: () => existsSync(join(embedDist, 'angular', 'index.js')),
    },
    async () => {
      await installLab()
      await run('the build of @atalaia/embed', root, join(root, 'node_modules', '.bin', 'tsc'), [
        '-p',
        'shared/embed-loader',
      ])
      const angular = join(embedFolder, 'angular')
      await run('the build of @atalaia/embed/angular', angular, join(angular, 'node_modules', '.bin', 'ngc'), [])
    },
  )

const install = async ({ name, folder }: Example): Promise<void> => {
  const lockfile = join(folder, 'pnpm-lock.yaml')
  if (!existsSync(lockfile)) return
  const installed = join(folder, 'node_modules')
  await whenStale(
    { name: `install-${basename(folder)}`, fingerprint: () => read(lockfile), isThere: () => existsSync(installed) },
    () => {
      const pnpm = join(root, 'node_modules', '.bin', 'pnpm')
      const args = ['install', '--frozen-lockfile', '--prefer-offline']
      return run(`the installation of the example ${name}`, folder, pnpm, args)
    },
  )
  // The installation is of files that were current then, and may be linked to them.
  const copy = join(installed, '@atalaia', 'embed')
  for (const part of ['package.json', 'dist']) {
    rmSync(join(copy, part), { recursive: true, force: true })
    cpSync(join(embedFolder, part), join(copy, part), { recursive: true })
  }
}

/** Built folder, or sources. */
const portalFolder = (example: Example): string =>
  example.build && !example.start ? join(example.folder, 'dist', example.name.split(':')[1] ?? '') : example.folder

/** Builds when stale. Independent of the gateway's address, which the page carries. */
export const buildExample = async (name: string): Promise<Example & { readonly portal: string }> => {
  const known = () => examples().find((each) => each.name === name)
  const before = known()
  // A portal of plain files needs no package.
  if (before?.apart || before?.build) await buildEmbedPackage()
  if (before?.apart) await install(before)
  // Its programs are there only now.
  const example = known()
  if (!example) throw new Error(`${name}: no such example`)
  const { folder, build } = example
  const portal = portalFolder(example)
  if (build) {
    const inputs = [folder, embedDist, join(root, 'examples', 'portal')]
    const locked = read(join(example.apart ? folder : join(root, 'lab'), 'pnpm-lock.yaml'))
    await whenStale(
      {
        name: `example-${name}`,
        fingerprint: () => hashOfFolders(root, inputs, `${build.args.join(' ')}\0${locked}`),
        isThere: () => existsSync(join(folder, 'dist')),
      },
      () => run(`the build of the example ${name}`, folder, build.program, build.args),
    )
  }
  return { ...example, portal }
}
