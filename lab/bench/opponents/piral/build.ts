import { realpathSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { root } from '@atalaia/stack'
import type { Configuration, WebpackPluginInstance } from 'webpack'
import { z } from 'zod'
import { installOwn } from '../install-own.ts'
import {
  buildEntry,
  CHANGED_REMOTE,
  plain,
  remoteNames,
  shellWith,
  type Edition,
  type Variant,
} from '../webpack-build.ts'

const here = import.meta.dirname
const own = (file: string) => join(here, file)
const ownRequire = createRequire(own('package.json'))

const SHELL_FILES = '/files/shell/'

const importmapSchema = z.object({ importmap: z.object({ imports: z.record(z.string(), z.string()) }) })
const sharedModules = async (): Promise<string[]> => {
  const { importmap } = importmapSchema.parse(JSON.parse(await readFile(own('package.json'), 'utf8')))
  return Object.keys(importmap.imports)
}

const asPiralCli = async <Result>(shared: readonly string[], build: () => Promise<Result>): Promise<Result> => {
  const before = process.cwd()
  Object.assign(process.env, { BUILD_PCKG_NAME: 'bench-piral', SHARED_DEPENDENCIES: shared.join(',') })
  process.chdir(here)
  try {
    return await build()
  } finally {
    process.chdir(before)
  }
}

const shell = (path: string): Configuration => {
  const config = shellWith(own('federation.ts'), { path, publicPath: SHELL_FILES })
  const codegen = { test: /\.codegen$/, type: 'javascript/auto', loader: ownRequire.resolve('parcel-codegen-loader') }
  // React Router 7, which piral-core imports, lies beside the package of the router that the workspace uses.
  const router = dirname(realpathSync(own('node_modules/react-router-dom')))
  return {
    ...config,
    entry: { main: own('instance.mjs') },
    resolve: {
      ...config.resolve,
      alias: { ...config.resolve?.alias, '@bench/shell': join(root, 'host-shell/src') },
      modules: ['node_modules', own('node_modules'), join(root, 'host-shell/node_modules'), router],
    },
    module: { ...config.module, rules: [...(config.module?.rules ?? []), codegen] },
  }
}

const pilet = (name: string, folder: string, edition: Edition, shared: readonly string[]): Configuration => {
  const config = plain(name, { path: join(folder, name), publicPath: '' }, edition)
  const PublicPathPlugin: new () => WebpackPluginInstance = ownRequire(
    'systemjs-webpack-interop/SystemJSPublicPathWebpackPlugin',
  )
  return {
    ...config,
    entry: { main: own('pilet.ts') },
    externals: Object.fromEntries(shared.map((module) => [module, module])),
    output: { ...config.output, uniqueName: `pr_${name.replaceAll('-', '')}`, library: { type: 'system' } },
    resolve: {
      ...config.resolve,
      alias: { ...config.resolve?.alias, '@bench/remote': join(root, name, 'src/remote.tsx') },
    },
    plugins: [...(config.plugins ?? []), new PublicPathPlugin()],
  }
}

const feedSchema = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      link: z.string(),
      spec: z.literal('v2'),
      dependencies: z.record(z.string(), z.string()),
    }),
  ),
})
type Feed = z.infer<typeof feedSchema>

const publish = async (name: string, folder: string, edition: Edition): Promise<Feed['items'][number]> => {
  const files = await buildEntry(pilet(name, folder, edition, await sharedModules()), `/files/${name}/`)
  const link = files.find((file) => file.endsWith('.js'))
  if (link === undefined) throw new Error(`bench: the pilet ${name} has no script`)
  return { name, version: edition === 'next' ? '1.0.1' : '1.0.0', link, spec: 'v2', dependencies: {} }
}

const writeFeed = (folder: string, feed: Feed): Promise<void> =>
  writeFile(join(folder, 'feed.json'), JSON.stringify(feed))

/** A piral-core instance, a pilet for each remote, and a feed. */
export const buildPiral = async (folder: string): Promise<Variant> => {
  await installOwn(here)
  const entry = await asPiralCli(await sharedModules(), () => buildEntry(shell(join(folder, 'shell')), SHELL_FILES))
  const items: Feed['items'] = []
  for (const name of remoteNames) items.push(await publish(name, folder, 'current'))
  await writeFeed(folder, { items })
  return { entry }
}

export const buildNextPiral = async (folder: string, before: Variant): Promise<Variant> => {
  const { items } = feedSchema.parse(JSON.parse(await readFile(join(folder, 'feed.json'), 'utf8')))
  const changed = await publish(CHANGED_REMOTE, folder, 'next')
  await writeFeed(folder, { items: items.map((item) => (item.name === CHANGED_REMOTE ? changed : item)) })
  return before
}
