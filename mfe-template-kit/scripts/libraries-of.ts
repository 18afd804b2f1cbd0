import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export type Library = { readonly name: string; readonly version: string; readonly licence: string }

/** What every page has or shares. */
const common = /^(@atalaia\/|react$|react-dom$)/

const packageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

const collect = (file: string, seen: Set<string>, packages: Set<string>): void => {
  if (seen.has(file) || !/\.tsx?$/.test(file)) return
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, specifier = ''] of text.matchAll(
    /(?:^import (?!type )[^;]*?|\bfrom |import\((?:\/\*.*?\*\/)?\s*)'([^']+)'/gm,
  )) {
    if (specifier.startsWith('.')) collect(resolve(dirname(file), specifier), seen, packages)
    else if (!common.test(specifier)) packages.add(packageName(specifier))
  }
}

const describe = (kit: string, name: string): Library => {
  const manifest: unknown = JSON.parse(readFileSync(join(kit, 'node_modules', name, 'package.json'), 'utf8'))
  const fields = new Map(Object.entries(typeof manifest === 'object' && manifest !== null ? manifest : {}))
  const licence = String(fields.get('license'))
  return { name, version: String(fields.get('version')), licence: /^https?:/.test(licence) ? 'proprietary' : licence }
}

/** The packages that the page's sources import, with the licence that each declares. */
export const librariesOf = (kit: string, page: string): Library[] => {
  const packages = new Set<string>()
  collect(join(kit, 'src/pages', page, 'page.tsx'), new Set(), packages)
  return [...packages].toSorted().map((name) => describe(kit, name))
}
