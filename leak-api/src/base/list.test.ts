import { type Database, sql } from '@atalaia/database'
import { int, object, string } from 'zod/mini'
import { onPostgres } from '../../testing/each-database.ts'
import { defineList, pageOf } from './list.ts'

type FruitQuery = {
  readonly farm: number
  readonly search?: string | null
  readonly isRed?: boolean
  readonly name?: string
  readonly after?: number
  readonly isReversed?: boolean
}
const fruits = defineList({
  as: 'fruit',
  from: sql`(SELECT n, n % 2 AS farm, 'fruit ' || n AS name, n % 3 = 0 AS red FROM generate_series(1, 12) AS n) AS fruit`,
  joins: sql`JOIN (VALUES (0, 'north'), (1, 'south')) AS place (farm, side) ON place.farm = fruit.farm`,
  of: ({ farm }: FruitQuery) => sql`farm = ${farm}::int`,
  row: object({ id: int(), name: string(), side: string(), share: int() }),
  columns: {
    id: sql`n`,
    name: ({ search }) => (search === 'fruit 1' ? sql`upper(name)` : sql`name`),
    side: sql`side`,
    // Fails for the last fruit of the north.
    share: sql`12 / (12 - n)`,
  },
  filters: {
    search: (text) => sql`strpos(name, ${text}) > 0`,
    isRed: () => sql`red`,
    name: (name) => sql`name = ${name}`,
    after: (n) => sql`n > ${n}::int`,
  },
  order: ({ isReversed }) => (isReversed === true ? sql`n DESC` : sql`n`),
})
const [NORTH, SOUTH] = [{ farm: 0 }, { farm: 1 }]

onPostgres((database) => {
  const page = async (query: FruitQuery, part = pageOf({}, 2), on: Database = database()) => {
    const { found, rows } = await fruits.page(on, query, part)
    return { found, ids: rows.map(({ id }) => id) }
  }

  test('a page has its rows, and the number of all that the query leaves', async () => {
    expect(await page(SOUTH)).toEqual({ found: 6, ids: [1, 3] })
    expect(await page(SOUTH, pageOf({ pagina: '2', tamanho: '4' }, 2))).toEqual({ found: 6, ids: [9, 11] })
    expect(await page(SOUTH, pageOf({ pagina: '9' }, 2))).toEqual({ found: 6, ids: [] })
    expect(await page({ ...SOUTH, isReversed: true })).toEqual({ found: 6, ids: [11, 9] })
    expect(await page({ ...SOUTH, search: 'fruit 1', isRed: false })).toEqual({ found: 2, ids: [1, 11] })
    expect(await page({ ...SOUTH, search: '1', isRed: true })).toEqual({ found: 0, ids: [] })
    expect((await fruits.rows(database(), { ...SOUTH, search: 'fruit 1' }))[0]).toEqual({
      id: 1,
      name: 'FRUIT 1',
      side: 'south',
      share: 1,
    })
  })

  test('what a query does not ask is no condition, and only without conditions is a list whole', async () => {
    const nothing = { ...SOUTH, search: null, isRed: false }
    expect(fruits.isWhole(nothing)).toBe(true)
    expect(fruits.isWhole({ ...SOUTH, after: 0 }) || fruits.isWhole({ ...SOUTH, name: '' })).toBe(false)
    expect(await fruits.count(database(), nothing)).toBe(6)
  })

  test('columns are looked up for the rows of a page alone', async () => {
    expect(await page(NORTH)).toEqual({ found: 6, ids: [2, 4] })
    await expect(fruits.rows(database(), NORTH)).rejects.toThrow('division by zero')
  })

  test('a feed that goes on behind its last row has each row once', async () => {
    const first = await fruits.feed(database(), SOUTH, 3)
    const second = await fruits.feed(database(), { ...SOUTH, after: first.rows.at(-1)?.id ?? 0 }, 3)
    const ids = [...first.rows, ...second.rows].map(({ id }) => id)
    expect([first.more, second.more]).toEqual([true, false])
    expect(ids).toEqual([1, 3, 5, 7, 9, 11])
  })

  test('no query reaches a row that is another tenant’s', async () => {
    expect(await fruits.find(database(), { ...SOUTH, name: 'fruit 5' })).toMatchObject({ id: 5 })
    expect(await fruits.find(database(), { ...NORTH, name: 'fruit 5' })).toBeUndefined()
    expect(await fruits.find(database(), { ...SOUTH, name: '' })).toBeUndefined()
  })
})
