import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { z } from 'zod'
import { importsIn } from './testing/read-imports.ts'

const SOURCES = 'leak-api/src'

const config = z.object({
  overrides: z.array(
    z.object({
      files: z.array(z.string()),
      rules: z.looseObject({
        'no-restricted-imports': z
          .tuple([
            z.literal('error'),
            z.object({ patterns: z.array(z.object({ group: z.array(z.string()), message: z.string() })) }),
          ])
          .optional(),
      }),
    }),
  ),
})

/** The file's comments have lines of their own. */
const { overrides } = config.parse(
  JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')),
)

/** The patterns of the rules on imports that name exactly this folder. */
const rulesOf = (folder: string) =>
  overrides
    .filter(({ files }) => files.length === 1 && files[0] === `${SOURCES}/${folder}/**`)
    .flatMap(({ rules }) => rules['no-restricted-imports']?.[1].patterns ?? [])

/** The folders that a rule allows: `!**\/{a,b}/**`, or `!**\/a/**`. */
const allowedBy = (group: readonly string[]): string[] =>
  group.flatMap((pattern) => /^!\*\*\/\{?([\w,-]+)\}?\/\*\*$/.exec(pattern)?.[1]?.split(',') ?? [])

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

test('the linter has one rule for each folder of leak-api, which refuses all others', () => {
  expect(folders.length).toBeGreaterThan(20)
  expect(folders.filter((folder) => rulesOf(folder).length !== 1)).toEqual([])
  expect(folders.filter((folder) => !rulesOf(folder)[0]?.group.includes('../**'))).toEqual([])
  expect(folders.filter((folder) => !rulesOf(folder)[0]?.message.startsWith(`${SOURCES}/${folder} imports`))).toEqual(
    [],
  )
})

test.each(folders)('the rule of leak-api/src/%s names the folders that it imports, and no others', (folder) => {
  const own = readdirSync(join(root, SOURCES, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const inside = new Set(own.map(({ name }) => name))
  const [rule] = rulesOf(folder)
  const allowed = allowedBy(rule?.group ?? []).filter((name) => !inside.has(name))
  expect(allowed).toEqual(importedBy(folder).toSorted())
})

test('each rule of the linter about a folder of leak-api is about one that is there', () => {
  const named = overrides
    .flatMap(({ files }) => files)
    .flatMap((file) => /^leak-api\/src\/([\w-]+)\/\*\*$/.exec(file)?.[1] ?? [])
  expect(named.filter((folder) => !folders.includes(folder))).toEqual([])
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
