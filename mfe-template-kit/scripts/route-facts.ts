import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

export const MAX_ROUTE_BYTES = 350_000

export type Library = { readonly name: string; readonly version: string; readonly licence: string }

/** Every page has these packages. */
const COMMON = /^(@atalaia\/|react$|react-dom$)/

const IN_SCRIPT = /(?:^import (?!type )[^;]*?|\bfrom |import\((?:\/\*.*?\*\/)?\s*)'([^']+)'/gm
const IN_STYLE = /url\(['"]?([^'")]+)/g
/** scripts/bootstrap.ts writes these files. */
const written: Readonly<Record<string, string>> = { 'bootstrap.css': 'bootstrap' }

const packageName = (specifier: string): string => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

const collect = (file: string, seen: Set<string>, packages: Set<string>): void => {
  if (seen.has(file) || !/\.(tsx?|css)$/.test(file)) return
  seen.add(file)
  const library = written[basename(file)]
  if (library) packages.add(library)
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(file.endsWith('.css') ? IN_STYLE : IN_SCRIPT)) {
    if (specifier.startsWith('.')) collect(resolve(dirname(file), specifier), seen, packages)
    else if (!COMMON.test(specifier) && !specifier.startsWith('data:')) packages.add(packageName(specifier))
  }
}

const describe = (kit: string, folder: string): Library => {
  const manifest: unknown = JSON.parse(readFileSync(join(kit, 'node_modules', folder, 'package.json'), 'utf8'))
  const fields = new Map(Object.entries(typeof manifest === 'object' && manifest !== null ? manifest : {}))
  const licence = String(fields.get('license')).replace(/^\((.*)\)$/, '$1')
  return {
    name: String(fields.get('name')),
    version: String(fields.get('version')),
    licence: /^https?:/.test(licence) ? 'proprietary' : licence,
  }
}

/** Packages of a page's sources and styles, with declared licences. */
export const librariesOf = (kit: string, page: string): Library[] => {
  const packages = new Set<string>()
  const file = join(kit, 'src/pages', page, 'page.tsx')
  if (!existsSync(file)) throw new Error(`${page}: there is no ${file}`)
  collect(file, new Set(), packages)
  return [...packages].toSorted().map((folder) => describe(kit, folder))
}

export const licencesOf = (libraries: readonly Library[]): string =>
  [...new Set(libraries.map(({ licence }) => licence))].join(', ') || '—'

export const libraryRows = (libraries: readonly Library[]): string[] =>
  [...new Set(libraries.map(({ name, version, licence }) => `| ${name} ${version} | ${licence} |`))].toSorted()
