import { compareResults, describeComparison } from './compare.ts'
import { resultsSchema, type Results } from './results.ts'
import type { Figure } from './section.ts'

const run = (figures: readonly Figure[], load = 1): Results =>
  resultsSchema.parse({
    commit: 'abc1234',
    began: '2026-11-22T04:00:00.000Z',
    seconds: 60,
    load: [load, load],
    cores: 2,
    node: 'v24.21.0',
    sections: [{ name: 'dashboard', rows: [{ what: 'a', value: 'b', figures }] }],
  })
const time = (...values: number[]): Figure => ({ name: 'until it stands', unit: 'ms', values })
const bytes = (value: number): Figure => ({ name: 'bytes', unit: 'bytes', values: [value] })

const calm = [1490, 1500, 1510, 1520, 1530, 1540, 1600]

test.each([
  ['slower, with both middle halves apart', time(...calm.map((value) => value + 60)), 'worse'],
  ['faster, with both middle halves apart', time(...calm.map((value) => value - 60)), 'better'],
  ['slower within the spread', time(...calm.map((value) => value + 20)), 'same'],
  ['one slow visit', time(...calm.slice(1), 9000), 'same'],
])('%s', (_what, after, verdict) => {
  expect(compareResults(run([time(...calm)]), run([after])).both.map((one) => one.verdict)).toEqual([verdict])
})

test('what was measured once is worse when it is more than half a percent larger', () => {
  expect(compareResults(run([bytes(1000)]), run([bytes(1006)])).both[0]?.verdict).toBe('worse')
  expect(compareResults(run([bytes(1000)]), run([bytes(1005)])).both[0]?.verdict).toBe('same')
  expect(compareResults(run([bytes(0)]), run([bytes(1)])).both[0]?.verdict).toBe('worse')
})

test('the text names what got worse with both medians and the share, what one run alone has, and a busy machine', () => {
  const { text, worse } = describeComparison(
    run([time(...calm), bytes(200_000)]),
    run([bytes(210_000), { name: 'new', unit: 'ms', values: [1] }], 9),
  )
  expect(worse).toBe(true)
  expect(text).toContain('worse beyond the spread:\n  dashboard: bytes: 200.0 KB → 210.0 KB (1.05 ×)')
  expect(text).toContain('only in the first run: dashboard: until it stands')
  expect(text).toContain('only in the second run: dashboard: new')
  expect(text).toContain('had a load of 9.0 to 9.0 on 2 cores')
})

test('a run against itself is not worse', () => {
  const one = run([time(...calm), bytes(5)])
  expect(describeComparison(one, one)).toMatchObject({ worse: false })
})
