import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import descriptor from '../remote.json'
import { librariesOf } from './libraries-of.ts'
import { libraryCells, LIMIT } from './route-row.ts'

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

test.each(descriptor.routes)('the table of docs/template-kit.md is true of $path', ({ id, path }) => {
  const [, chunk, , bytes = '', ...libraries] = rowOf(path)
  expect(chunk).toBe(`route-${id}`)
  expect(Number(bytes.replaceAll(',', ''))).toBeGreaterThan(0)
  expect(Number(bytes.replaceAll(',', ''))).toBeLessThanOrEqual(LIMIT)
  expect(libraries.join(' | ')).toBe(libraryCells(librariesOf(kit, id)))
})
