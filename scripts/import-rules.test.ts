import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import config from '../oxlint.config.ts'
import { LEAK_API_FOLDERS } from './support/imports/leak-api.ts'
import { importsIn } from './testing/read-imports.ts'

const SOURCES = 'leak-api/src'

const imports = importsIn(SOURCES)
const folders = readdirSync(join(root, SOURCES), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && [...imports.keys()].some((path) => path.startsWith(`${entry.name}/`)))
  .map(({ name }) => name)

/** The folders that files of `folder` import: those beside it, and those in it where it has several. */
const importedBy = (folder: string): string[] => {
  const targets = [...imports].flatMap(([path, found]) => (path.startsWith(`${folder}/`) ? [...found] : []))
  return [...new Set(targets.map((target) => target.split('/')[0] ?? ''))].filter(
    (name) => name !== folder && folders.includes(name),
  )
}

test('the table of imports has one row for each folder of leak-api', () => {
  expect(folders.length).toBeGreaterThan(20)
  expect(Object.keys(LEAK_API_FOLDERS).toSorted()).toEqual(folders.toSorted())
})

test.each(folders)('the row of leak-api/src/%s names the folders that it imports, and no others', (folder) => {
  const own = readdirSync(join(root, SOURCES, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const inside = new Set(own.map(({ name }) => name))
  const allowed = LEAK_API_FOLDERS[folder]?.filter((name) => !inside.has(name))
  expect(allowed).toEqual(importedBy(folder).toSorted())
})

test.each(folders)('the linter refuses what the row of leak-api/src/%s does not name', (folder) => {
  const allowed = LEAK_API_FOLDERS[folder]?.map((name) => `!**/${name}/**`) ?? []
  const files = [`${SOURCES}/${folder}/**`]
  const group = expect.arrayContaining(['../**', ...allowed])
  const message = expect.stringMatching(`^${SOURCES}/${folder} may import`)
  const rule = ['error', { patterns: [{ group, message }] }]
  expect(config.overrides).toContainEqual({ files, rules: { 'no-restricted-imports': rule } })
})

test('leak-api/README.md names each folder, and each imports only those that stand before it', () => {
  const [, order = ''] =
    /From the ground up.*?names:\n(.*?)`app.ts`/s.exec(readFileSync(join(root, 'leak-api/README.md'), 'utf8')) ?? []
  const steps = order.split(';').map((step) => Array.from(step.matchAll(/`([\w-]+)`/g), ([, name = '']) => name))
  const stepOf = (folder: string) => steps.findIndex((step) => step.includes(folder))
  expect([...steps.flat(), 'cli'].toSorted()).toEqual(folders.toSorted())
  for (const folder of steps.flat())
    expect(importedBy(folder).filter((other) => stepOf(other) >= stepOf(folder))).toEqual([])
})
