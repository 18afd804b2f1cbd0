import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '@atalaia/stack'

const HOUSES = [
  'bench/src',
  'chaos/src',
  'conformance/src',
  'gateway/src',
  'leak-api/src',
  'host-shell/src',
  'mfe-analytics/src',
  'mfe-auth/src',
  'mfe-console/src',
  'mfe-landing/src',
  'mfe-template-kit/src',
  'shared/build/src',
  'shared/cli/src',
  'shared/kernel/src',
  'shared/rollout/src',
  'shared/server/src',
  'shared/trust/src',
  'shared/ui/src',
]
const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

type Imports = ReadonlyMap<string, ReadonlySet<string>>

/** For each file of a house those that it imports, tests aside. */
const importsIn = (house: string): Imports => {
  const paths = readdirSync(join(root, house), { recursive: true, encoding: 'utf8' })
  return new Map(
    paths
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .map((path) => {
        const targets = readFileSync(join(root, house, path), 'utf8').matchAll(RELATIVE_IMPORT)
        return [path, new Set(Array.from(targets, ([, target = '']) => normalize(join(dirname(path), target))))]
      }),
  )
}

/** The folders of a house, its own included, which is ''. */
const foldersOf = (imports: Imports): string[] => {
  const above = (path: string): string[] => {
    const folder = dirname(path)
    return folder === '.' ? [''] : [folder, ...above(folder)]
  }
  return [...new Set([...imports.keys()].flatMap(above))]
}

/** For each file and each folder that lies in `folder` itself those beside it that it imports. */
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

/** The names that import each other by any way: those left when what imports none of the rest is taken off, again and again. */
const circlesIn = (imports: Imports): string[] => {
  let left = [...imports.keys()]
  for (;;) {
    const bound = left.filter((name) => left.some((other) => imports.get(name)?.has(other)))
    if (bound.length === left.length) return left
    left = bound
  }
}

test.each(HOUSES)('in no folder of %s a file or folder imports one that imports it, by any way', (house) => {
  const imports = importsIn(house)
  const folders = foldersOf(imports)
  expect(folders.length).toBeGreaterThan(1)
  const circles = folders.map((folder) => [folder, circlesIn(importsWithin(folder, imports))] as const)
  expect(circles.filter(([, names]) => names.length > 0)).toEqual([])
})

// The linter forbids each of these arrows too; here they are read from the imports.
test('in the gateway delivery and telemetry import the registry, which imports neither, and not each other', () => {
  const imports = importsWithin('', importsIn('gateway/src'))
  const rooms = ['registry', 'delivery', 'telemetry', 'cli']
  const arrows = rooms.flatMap((room) => rooms.filter((other) => imports.get(room)?.has(other)).map((to) => [room, to]))
  expect(arrows).toEqual([
    ['delivery', 'registry'],
    ['telemetry', 'registry'],
    ['cli', 'registry'],
    ['cli', 'delivery'],
  ])
})
