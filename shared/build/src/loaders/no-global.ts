import type { LoaderContext } from 'webpack'

/**
 * zod keeps its settings and its registry on `globalThis`, for pages with several copies of it. A guest's copy keeps
 * them to itself.
 */
// webpack takes loaders from the default export.
// oxlint-disable-next-line import/no-default-export
export default function noGlobal(this: LoaderContext<unknown>, code: string): string {
  return code.includes('globalThis.__zod')
    ? `const own = {}\n${code.replaceAll(/globalThis(?=\)?\.__zod)/g, 'own')}`
    : code
}
