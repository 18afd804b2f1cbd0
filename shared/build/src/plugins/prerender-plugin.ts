import type { Artifact } from '@atalaia/contracts'
import type { Compilation, Compiler } from 'webpack'
import type { Mode } from '../base-config.ts'

type Pages = NonNullable<Artifact['prerendered']>

const pagesOf = new WeakMap<Compilation, Pages>()

/** The pages that were prerendered in this compilation, by route id. */
export const prerenderedPages = (compilation: Compilation): Pages | undefined => pagesOf.get(compilation)

export class PrerenderPlugin {
  constructor(_options: { dir: string; mode: Mode }) {}
  apply(_compiler: Compiler): void {}
}
