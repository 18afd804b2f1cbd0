import { createRequire } from 'node:module'
import type { PrerenderedPage, ShellManifest } from '@atalaia/contracts'
import webpack, { type Compilation, type WebpackPluginInstance } from 'webpack'
import { z } from 'zod'
import { findSource, type Mode } from '../base-config.ts'
import { prerenderConfig } from '../prerender-config.ts'
import { innerBuild, type Built } from './inner-build.ts'
import { emitText, onAssets } from './on-assets.ts'

const pageSchema = z.object({ html: z.string(), head: z.string().optional() })
const pagesSchema = z.record(z.string(), pageSchema)
type Pages = z.infer<typeof pagesSchema>

type PrerenderOptions = { readonly dir: string; readonly mode: Mode }

/**
 * Builds and runs `src/prerender` for Node. The pages' files join the build. `undefined`: no such
 * module.
 */
const prerenderPlugin = (
  { dir, mode }: PrerenderOptions,
  use: (compilation: Compilation, result: unknown) => void,
): WebpackPluginInstance | undefined => {
  const entry = findSource(dir, 'prerender')
  if (entry === undefined) return undefined
  return onAssets('PrerenderPlugin', 'named', async (compilation) => {
    const result = await innerBuild(compilation, prerenderConfig({ dir, entry, mode }), runPrerender)
    if (result === undefined) return
    for (const { name, content } of result.assets) {
      if (!compilation.getAsset(name)) compilation.emitAsset(name, new webpack.sources.RawSource(content))
    }
    use(compilation, result.pages)
  })
}

const runPrerender = async ({ file, assets }: Built) => {
  const load = createRequire(import.meta.url)
  const { prerender } = load(file)
  if (typeof prerender !== 'function') throw new Error('src/prerender exports no function prerender')
  return { pages: await prerender(), assets }
}

const routePages = new WeakMap<Compilation, Record<string, PrerenderedPage>>()

export const prerenderedPages = (compilation: Compilation): Record<string, PrerenderedPage> | undefined =>
  routePages.get(compilation)

/**
 * Writes `prerender/<route-id>.html` and `.head.html`. A single page belongs to the first of
 * `routeIds`.
 */
export const prerenderRoutesPlugin = (options: PrerenderOptions & { readonly routeIds: readonly string[] }) =>
  prerenderPlugin(options, (compilation, result) => {
    const files = Object.entries(pagesById(result, options.routeIds)).map(([id, { html, head }]) => {
      const page = {
        html: emit(compilation, `prerender/${id}.html`, html),
        ...(head !== undefined && { head: emit(compilation, `prerender/${id}.head.html`, head) }),
      }
      return [id, page] as const
    })
    routePages.set(compilation, Object.fromEntries(files))
  })

const pagesById = (result: unknown, [first = '']: readonly string[]): Pages => {
  const single = pageSchema.safeParse(result)
  return single.success ? { [first]: single.data } : pagesSchema.parse(result)
}

const emit = (compilation: Compilation, path: string, text: string): string => {
  emitText(compilation, path, text)
  return path
}

type ShellPages = Pick<ShellManifest, 'waitingPage' | 'ownPages'>

const shellPages = new WeakMap<Compilation, ShellPages>()

export const prerenderedShellPages = (compilation: Compilation): ShellPages => shellPages.get(compilation) ?? {}

const shellPagesSchema = z.strictObject({
  waiting: pageSchema,
  error: pageSchema.optional(),
  notFound: pageSchema.optional(),
})

/** Prerenders the waiting page, and by name `error` and `notFound`. A single page is the waiting page. */
export const prerenderShellPlugin = (options: PrerenderOptions) =>
  prerenderPlugin(options, (compilation, result) => {
    const { waiting, error, notFound } = shellPagesSchema.parse(pagesById(result, ['waiting']))
    shellPages.set(compilation, {
      waitingPage: waiting.html,
      ownPages: { error: error?.html, notFound: notFound?.html },
    })
  })
