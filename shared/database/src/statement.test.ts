import { sql } from 'kysely'
import { compile } from './statement.ts'

const compiled = (statement: Parameters<typeof compile>[0]) => {
  const { sql: text, parameters } = compile(statement)
  return [text, ...parameters]
}

test('each value of a template becomes a parameter, also those of its fragments, lists and names', () => {
  const fragment = sql`"b" = ${'two'}`
  expect(
    compiled(sql`SELECT ${1}, ${[2, 3]} WHERE ${fragment} AND ${sql.ref('t.c')} IN (${sql.join(['x', 'y'])})`),
  ).toEqual(['SELECT $1, $2 WHERE "b" = $3 AND "t"."c" IN ($4, $5)', 1, [2, 3], 'two', 'x', 'y'])
})

test('a fragment that stands several times is one parameter, and equal values are several', () => {
  const day = sql`${'2026-01-01'}`
  const statement = sql`SELECT ${day}::date WHERE ${day} < ${'2026-01-01'} AND ${sql`x = ${day}`}`
  const expected = ['SELECT $1::date WHERE $1 < $2 AND x = $1', '2026-01-01', '2026-01-01']
  expect(compiled(statement)).toEqual(expected)
  const word = sql.lit('x')
  expect(compiled(sql`SELECT ${word}, ${word}`)).toEqual(["SELECT 'x', 'x'"])
  expect(compiled(sql`${statement} AND ${day} IS NOT NULL`)).toEqual([
    `${expected[0]} AND $1 IS NOT NULL`,
    ...expected.slice(1),
  ])
})
