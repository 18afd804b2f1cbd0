import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '@atalaia/stack'

const HOUSES = [
  'gateway/src',
  'leak-api/src',
  'host-shell/src',
  'mfe-analytics/src',
  'mfe-auth/src',
  'mfe-landing/src',
  'shared/kernel/src',
]
const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** The folder of a house that a file lies in; '' for one that lies in none, which composes them. */
const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '')

/** For each folder those that its files import, tests aside. */
const importsIn = (house: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const imports = new Map<string, Set<string>>()
  for (const path of readdirSync(join(root, house), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || path.includes('.test.') || folderOf(path) === '') continue
    const found = imports.get(folderOf(path)) ?? new Set()
    imports.set(folderOf(path), found)
    for (const [, target = ''] of readFileSync(join(root, house, path), 'utf8').matchAll(RELATIVE_IMPORT)) {
      const other = folderOf(normalize(join(dirname(path), target)))
      if (other !== '' && other !== '..' && other !== folderOf(path)) found.add(other)
    }
  }
  return imports
}

/** Folders that import each other by any way: what is left when those that import none of the rest are taken off, again and again. */
const circlesIn = (imports: ReadonlyMap<string, ReadonlySet<string>>): string[] => {
  let left = [...imports.keys()]
  for (;;) {
    const bound = left.filter((folder) => left.some((other) => imports.get(folder)?.has(other)))
    if (bound.length === left.length) return left
    left = bound
  }
}

test.each(HOUSES)('no folder of %s imports one that imports it, by any way', (house) => {
  const imports = importsIn(house)
  expect(imports.size).toBeGreaterThan(2)
  expect(circlesIn(imports)).toEqual([])
})
