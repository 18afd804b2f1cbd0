import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import descriptor from '../remote.json'
import { librariesOf, libraryCells, MAX_ROUTE_BYTES } from './route-facts.ts'

const kit = join(__dirname, '..')
const rows = readFileSync(join(kit, '../docs/template-kit.md'), 'utf8')
  .split('\n')
  .map((line) =>
    line
      .replaceAll(/ *\| */g, '|')
      .split('|')
      .slice(1, -1),
  )

const rowOf = (path: string): readonly string[] => rows.find(([first]) => first === path) ?? []

// The build's sizes are written by size-table.ts, and held to the limit by e2e/specs/kit/bytes.spec.ts.
test.each(descriptor.routes)(
  'docs/template-kit.md has the chunk, libraries and licences of $path, and a size within the limit',
  ({ id, path }) => {
    const [, chunk, , bytes = '', ...libraries] = rowOf(path)
    expect(chunk).toBe(`route-${id}`)
    expect(Number(bytes.replaceAll(',', ''))).toBeGreaterThan(0)
    expect(Number(bytes.replaceAll(',', ''))).toBeLessThanOrEqual(MAX_ROUTE_BYTES)
    expect(libraries.join(' | ')).toBe(libraryCells(librariesOf(kit, id)))
  },
)

test('docs/template-kit.md has one row for each route, and none for a route that is not there', () => {
  const paths = rows.map(([first = '']) => first).filter((first) => first.startsWith('/app/'))
  expect(paths.toSorted()).toEqual(descriptor.routes.map(({ path }) => path).toSorted())
})
