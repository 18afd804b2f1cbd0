import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import descriptor from '../remote.json'
import { librariesOf, libraryRows, licencesOf, MAX_ROUTE_BYTES } from './route-facts.ts'

const kit = join(__dirname, '..')
const lines = readFileSync(join(kit, '../docs/template-kit.md'), 'utf8').split('\n')
const rows = lines.map((line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim()),
)

const rowOf = (path: string): readonly string[] => rows.find(([first]) => first === path) ?? []

// The build's sizes are written by size-table.ts, and held to the limit by e2e/specs/kit/bytes.spec.ts.
test.each(descriptor.routes)(
  'docs/template-kit.md has the licences of $path, and a size within the limit',
  ({ id, path }) => {
    const [, , bytes = '', licences] = rowOf(path)
    expect(Number(bytes.replaceAll(',', ''))).toBeGreaterThan(0)
    expect(Number(bytes.replaceAll(',', ''))).toBeLessThanOrEqual(MAX_ROUTE_BYTES)
    expect(licences).toBe(licencesOf(librariesOf(kit, id)))
  },
)

test('docs/template-kit.md has one row for each route, and none for a route that is not there', () => {
  const paths = rows.map(([first = '']) => first).filter((first) => first.startsWith('/app/'))
  expect(paths.toSorted()).toEqual(descriptor.routes.map(({ path }) => path).toSorted())
})

test('docs/template-kit.md has each library of the pages with its version and licence', () => {
  const libraries = descriptor.routes.flatMap(({ id }) => librariesOf(kit, id))
  expect(lines).toEqual(expect.arrayContaining(libraryRows(libraries)))
})
