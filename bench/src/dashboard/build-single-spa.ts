import { createRequire } from 'node:module'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Configuration } from 'webpack'
import { entryFiles, insteadOfFederation, plain, remoteNames, root, run, type Variant } from './build-variants.ts'

/** The modules that exist once in the page; each is an entry of the import map. */
const SHARED = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  '@atalaia/react',
  '@atalaia/react/router',
  '@atalaia/react/redux',
]
const variants = join(import.meta.dirname, 'variants')
const shellRequire = createRequire(join(root, 'host-shell/package.json'))

const fileNameOf = (module: string) => module.replaceAll(/[@/]/g, '-').replace(/^-/, '')

/** A build whose entries are ES modules, and that leaves the modules of the import map to the page. */
const asModules = (config: Configuration, folder: string, own: readonly string[] = []): Configuration => ({
  ...config,
  experiments: { ...config.experiments, outputModule: true },
  externalsType: 'module',
  externals: [
    ({ request = '' }: { request?: string }, done: (error?: null, result?: string) => void) =>
      SHARED.includes(request) && !own.includes(request) ? done(null, `module ${request}`) : done(),
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

/** A shared module: React's are CommonJS, whose names an ES module must state. */
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

/**
 * The same screen with single-spa as its documentation recommends it: the page's own ES modules, an import map with every
 * module and shared library, the shared libraries built once each, and modulepreload for what the first screen takes.
 */
export const buildSingleSpa = async (folder: string): Promise<Variant> => {
  const sources = join(folder, 'sources')
  await mkdir(sources, { recursive: true })
  const imports: Record<string, string> = {}
  const add = async (name: string, config: Configuration, subfolder: string) => {
    const files = entryFiles(await run(config)).filter((file) => file.endsWith('.js'))
    imports[name] = `/files/${subfolder}/${files[0] ?? ''}`
  }
  const shell = plain('host-shell', { path: folder, publicPath: 'auto' })
  const modules = [join(root, 'host-shell/node_modules'), join(root, 'shared/react/node_modules'), 'node_modules']
  for (const module of SHARED) {
    const subfolder = fileNameOf(module)
    const entry = { main: await sharedEntry(sources, module) }
    const config = { ...shell, entry, resolve: { ...shell.resolve, modules } }
    await add(module, asModules(config, join(folder, subfolder), [module]), subfolder)
  }
  for (const name of remoteNames) {
    const config = { ...plain(name, { path: folder, publicPath: 'auto' }), entry: { main: './src/remote.tsx' } }
    await add(`@atalaia/${name}`, asModules(config, join(folder, name)), name)
  }
  const alias = { ...shell.resolve?.alias, '@bench/shell': join(root, 'host-shell/src') }
  const application = {
    ...shell,
    entry: { main: join(variants, 'single-spa-shell.ts') },
    resolve: { ...shell.resolve, alias },
    plugins: [...(shell.plugins ?? []), insteadOfFederation('import-map')],
  }
  await add('@bench/application', asModules(application, join(folder, 'shell')), 'shell')
  const rootConfig = { ...shell, entry: { main: join(variants, 'single-spa-root.ts') } }
  const rootFiles = entryFiles(
    await run({ ...rootConfig, output: { ...shell.output, path: join(folder, 'root'), publicPath: 'auto' } }),
  )
  const needed = [...SHARED, '@bench/application', '@atalaia/mfe-analytics'].map((name) => imports[name] ?? '')
  return {
    folder,
    entry: rootFiles.map((file) => `/files/root/${file}`),
    scripts: 'module',
    head: `<script type="importmap">${JSON.stringify({ imports })}</script>${needed.map((address) => `<link rel="modulepreload" href="${address}">`).join('')}`,
  }
}
