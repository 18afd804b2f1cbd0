import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@atalaia/stack'
import { importsIn, relativeImportsIn, type Imports } from './testing/read-imports.ts'

const hasSources = (folder: string) => existsSync(join(root, folder, 'src'))

const SOURCES = [
  ...readdirSync(root).filter(hasSources),
  ...readdirSync(join(root, 'shared'))
    .map((name) => join('shared', name))
    .filter(hasSources),
]
  .map((folder) => join(folder, 'src'))
  .concat('e2e')

const foldersOf = (imports: Imports): string[] => {
  const above = (path: string): string[] => {
    const folder = dirname(path)
    return folder === '.' ? [''] : [folder, ...above(folder)]
  }
  return [...new Set([...imports.keys()].flatMap(above))]
}

const importsWithin = (folder: string, imports: Imports): Imports => {
  const prefix = folder === '' ? '' : `${folder}/`
  const nameOf = (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length).split('/')[0] : undefined)
  const within = new Map<string, Set<string>>()
  for (const [path, targets] of imports) {
    const name = nameOf(path)
    if (name === undefined) continue
    const found = within.get(name) ?? new Set()
    within.set(name, found)
    for (const target of targets) {
      const other = nameOf(target)
      if (other !== undefined && other !== '..' && other !== name) found.add(other)
    }
  }
  return within
}

const circlesIn = (imports: Imports): string[] => {
  let left = [...imports.keys()]
  for (;;) {
    const bound = left.filter(
      (name) =>
        left.some((other) => imports.get(name)?.has(other)) && left.some((other) => imports.get(other)?.has(name)),
    )
    if (bound.length === left.length) return left
    left = bound
  }
}

test.each([
  "import { a } from './x.ts'",
  "import type { A } from './x.ts'",
  "import './x.ts'",
  "export { a } from './x.ts'",
  'export type { A } from "./x.ts"',
  "const a = await import('./x.ts')",
  'const load = () => import(/* webpackChunkName: "x" */ \'./x.ts\')',
  'const { a } = await import(\n  // Why it is later.\n  /* webpackChunkName: "x" */ \'./x.ts\'\n)',
  'const a = await import(`./x.ts`)',
  "type A = import('./x.ts').A",
  "const worker = new Worker(new URL('./x.ts', import.meta.url))",
])('%j is seen as an import of x.ts', (source) => {
  expect(relativeImportsIn(source)).toEqual(['./x.ts'])
})

test.each(SOURCES)('in no folder of %s a file or folder imports one that imports it, by any way', (sources) => {
  const imports = importsIn(sources)
  const folders = foldersOf(imports)
  expect(imports.size).toBeGreaterThan(0)
  const circles = folders.map((folder) => [folder, circlesIn(importsWithin(folder, imports))] as const)
  expect(circles.filter(([, names]) => names.length > 0)).toEqual([])
})

// The linter forbids each of these arrows too; here they are read from the imports.
test('in the gateway delivery and telemetry import the registry, which imports neither, and not each other', () => {
  const imports = importsWithin('', importsIn('gateway/src'))
  const folders = ['registry', 'delivery', 'telemetry', 'cli']
  const arrows = folders.flatMap((from) =>
    folders.filter((other) => imports.get(from)?.has(other)).map((to) => [from, to]),
  )
  expect(arrows).toEqual([
    ['delivery', 'registry'],
    ['telemetry', 'registry'],
    ['cli', 'registry'],
    ['cli', 'delivery'],
  ])
})
