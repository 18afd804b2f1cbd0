import type { LoaderContext } from 'webpack'

/**
 * A webpack loader that keeps zod's settings and registry out of `globalThis`. zod shares them between its copies in a
 * page; the copy of an embed must not meet the portal's.
 */
// webpack takes loaders from the default export.
// oxlint-disable-next-line import/no-default-export
export default function noGlobal(this: LoaderContext<unknown>, code: string): string {
  return code.includes('globalThis.__zod')
    ? `const own = {}\n${code.replaceAll(/globalThis(?=\)?\.__zod)/g, 'own')}`
    : code
}
