import { createRequire } from 'node:module'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import type { Configuration } from 'webpack'
import {
  buildEntry,
  CHANGED_REMOTE,
  plain,
  remoteNames,
  shellWith,
  type Edition,
  type Variant,
} from '../webpack-build.ts'

const SHARED = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  '@atalaia/react',
  '@atalaia/react/router',
  '@atalaia/react/redux',
]
const own = (file: string) => join(import.meta.dirname, file)
const shellRequire = createRequire(join(root, 'host-shell/package.json'))

const fileNameOf = (module: string) => module.replaceAll(/[@/]/g, '-').replace(/^-/, '')

const asModules = (config: Configuration, folder: string, provided: readonly string[] = []): Configuration => ({
  ...config,
  experiments: { ...config.experiments, outputModule: true },
  externalsType: 'module',
  externals: [
    ({ request = '' }: { request?: string }, done: (error?: null, result?: string) => void) =>
      SHARED.includes(request) && !provided.includes(request) ? done(null, `module ${request}`) : done(),
  ],
  output: {
    ...config.output,
    path: folder,
    publicPath: 'auto',
    library: { type: 'module' },
    chunkFormat: 'module',
    chunkLoading: 'import',
  },
})

const sharedEntry = async (folder: string, module: string): Promise<string> => {
  if (module.startsWith('@atalaia/')) return module
  const names = Object.keys(shellRequire(module)).filter((name) => /^[\w$]+$/.test(name) && name !== 'default')
  const file = join(folder, `${fileNameOf(module)}.entry.js`)
  await writeFile(
    file,
    `import * as all from '${module}'\nexport const { ${names.join(', ')} } = all\nexport { default } from '${module}'\n`,
  )
  return file
}

const addressOf = async (config: Configuration, subfolder: string): Promise<string> => {
  const files = await buildEntry(config, `/files/${subfolder}/`)
  return files.find((file) => file.endsWith('.js')) ?? ''
}

const remoteOf = (name: string, folder: string, edition: Edition) => {
  const config = { ...plain(name, { path: folder, publicPath: 'auto' }, edition), entry: { main: './src/remote.tsx' } }
  return addressOf(asModules(config, join(folder, name)), name)
}

/**
 * Recommended single-spa: ES modules, an import map for modules and shared libraries, single
 * builds, and modulepreload.
 */
export const buildSingleSpa = async (folder: string): Promise<Variant> => {
  const sources = join(folder, 'sources')
  await mkdir(sources, { recursive: true })
  const imports: Record<string, string> = {}
  const shell = plain('host-shell', { path: folder, publicPath: 'auto' })
  const modules = [join(root, 'host-shell/node_modules'), join(root, 'shared/react/node_modules'), 'node_modules']
  for (const module of SHARED) {
    const subfolder = fileNameOf(module)
    const entry = { main: await sharedEntry(sources, module) }
    const config = { ...shell, entry, resolve: { ...shell.resolve, modules } }
    imports[module] = await addressOf(asModules(config, join(folder, subfolder), [module]), subfolder)
  }
  for (const name of remoteNames) imports[`@atalaia/${name}`] = await remoteOf(name, folder, 'current')
  const alias = { ...shell.resolve?.alias, '@bench/shell': join(root, 'host-shell/src') }
  const application = {
    ...shellWith(own('federation.ts'), { path: folder, publicPath: 'auto' }),
    entry: { main: own('shell.ts') },
    resolve: { ...shell.resolve, alias },
  }
  imports['@bench/application'] = await addressOf(asModules(application, join(folder, 'shell')), 'shell')
  const rootConfig = { ...shell, entry: { main: own('root.ts') } }
  const output = { ...shell.output, path: join(folder, 'root'), publicPath: 'auto' }
  const needed = [...SHARED, '@bench/application', `@atalaia/${CHANGED_REMOTE}`].map((name) => imports[name] ?? '')
  return {
    entry: await buildEntry({ ...rootConfig, output }, '/files/root/'),
    scripts: 'module',
    head: `<script type="importmap">${JSON.stringify({ imports })}</script>${needed.map((address) => `<link rel="modulepreload" href="${address}">`).join('')}`,
  }
}

export const buildNextSingleSpa = async (folder: string, before: Variant): Promise<Variant> => {
  const address = await remoteOf(CHANGED_REMOTE, folder, 'next')
  const head = before.head?.replaceAll(new RegExp(`/files/${CHANGED_REMOTE}/[\\w.]+`, 'g'), address) ?? ''
  return { ...before, head }
}
