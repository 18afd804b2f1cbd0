import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { PrerenderedPage } from '@atalaia/contracts'
import webpack, { type Compilation, type Compiler } from 'webpack'
import { z } from 'zod'
import { innerBuild, type Built } from './inner-build.ts'
import { prerenderConfig } from '../prerender-config.ts'
import type { Mode } from '../base-config.ts'

const pagesOf = new WeakMap<Compilation, Record<string, PrerenderedPage>>()

/** The pages that were prerendered in this compilation, by route id. */
export const prerenderedPages = (compilation: Compilation): Record<string, PrerenderedPage> | undefined =>
  pagesOf.get(compilation)

/** What `prerender()` of `src/prerender.tsx` gives back: one page, or pages by route id. */
const pageSchema = z.object({ html: z.string(), head: z.string().optional() })
const pagesSchema = z.record(z.string(), pageSchema)

export type PrerenderOptions = {
  readonly dir: string
  readonly mode: Mode
  /** The first is meant when `prerender()` gives back a single page. */
  readonly routeIds: readonly string[]
}

/**
 * Runs a remote's `src/prerender.tsx`, when there is one, after it was built for Node, and writes what its
 * `prerender()` gives back as `prerender/<route-id>.html` and `.head.html`.
 */
export class PrerenderPlugin {
  readonly #options: PrerenderOptions

  constructor(options: PrerenderOptions) {
    this.#options = options
  }

  apply(compiler: Compiler): void {
    const { dir, mode, routeIds } = this.#options
    const entry = join(dir, 'src/prerender.tsx')
    if (!existsSync(entry)) return
    compiler.hooks.thisCompilation.tap('PrerenderPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1
      compilation.hooks.processAssets.tapPromise({ name: 'PrerenderPlugin', stage }, async () => {
        const result = await innerBuild(compilation, prerenderConfig({ dir, entry, mode }), runPrerender)
        if (result === undefined) return
        // A picture that only the page's head refers to is in no chunk of the browser's build.
        for (const { name, content } of result.assets) {
          if (!compilation.getAsset(name)) compilation.emitAsset(name, new webpack.sources.RawSource(content))
        }
        const pages: Record<string, PrerenderedPage> = {}
        for (const [id, { html, head }] of Object.entries(pagesById(result.pages, routeIds))) {
          pages[id] = {
            html: emit(compilation, `prerender/${id}.html`, html),
            ...(head !== undefined && { head: emit(compilation, `prerender/${id}.head.html`, head) }),
          }
        }
        pagesOf.set(compilation, pages)
      })
    })
  }
}

const runPrerender = async ({ file, assets }: Built) => {
  const load = createRequire(import.meta.url)
  const { prerender } = load(file)
  if (typeof prerender !== 'function') throw new Error('src/prerender.tsx exports no function prerender')
  return { pages: await prerender(), assets }
}

const pagesById = (result: unknown, [first = '']: readonly string[]) => {
  const single = pageSchema.safeParse(result)
  return single.success ? { [first]: single.data } : pagesSchema.parse(result)
}

const emit = (compilation: Compilation, path: string, text: string): string => {
  compilation.emitAsset(path, new webpack.sources.RawSource(text))
  return path
}
