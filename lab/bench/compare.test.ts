import { compareResults, describeComparison } from './compare.ts'
import { describeGoals, describeInMarkdown } from './markdown.ts'
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

test('in Markdown, what opponents were measured for has a column for each, and what was measured alone a table of its own', () => {
  const { sections, ...rest } = run([])
  const rows = [
    { what: 'time', floor: '1.2 s of network', value: '1.53 s' },
    { what: '… single', value: '1.76 s (1.7 to 1.8): ours 0.87 ×', goal: 'ours at most 0.95 ×', met: true },
    { what: '… single-spa', value: '2.10 s' },
    { what: 'deltas', value: '1.4 KB', goal: 'at most 1 KB', met: false },
    { what: '… ours, without dictionaries', value: '22.1 KB' },
  ]
  const text = describeInMarkdown({ ...rest, sections: sections.map((section) => ({ ...section, rows })) })
  expect(text).toContain('at commit abc1234, 2 cores, load 1.0 to 1.0.')
  expect(text).toContain('| what | ours | `single` | `single-spa` | limit | goal |')
  expect(text).toContain(
    '| time | 1.53 s | 1.76 s (1.7 to 1.8), 0.87 × | 2.10 s | 1.2 s of network | single: ours at most 0.95 ×: met |',
  )
  expect(text).toContain('| what | measured | goal |')
  expect(text).toContain(
    '| deltas | 1.4 KB | at most 1 KB: **missed** |\n| … ours, without dictionaries | 22.1 KB |  |',
  )
})

test('beside an earlier run, in Markdown each row with a goal has that run’s value, and a missed one is bold', () => {
  const { sections, ...rest } = run([])
  const withRows = (rows: Results['sections'][number]['rows']) => ({
    ...rest,
    sections: sections.map(({ name }) => ({ name, rows })),
  })
  const before = withRows([
    { what: 'time', value: '1.60 s' },
    { what: '… single', value: '1.70 s: ours 0.94 ×', goal: 'ours at most 0.9 ×', met: false },
    { what: 'deltas', value: '1.3 KB' },
  ])
  const now = withRows([
    { what: 'time', value: '1.53 s', floor: '1.2 s of network' },
    { what: '… single', value: '1.76 s: ours 0.87 ×', goal: 'ours at most 0.9 ×', met: true },
    { what: '… piral', value: '1.50 s: ours 1.02 ×', goal: 'ours at most 0.99 ×', met: false },
    { what: 'paint', value: '0.40 s' },
    { what: '… single', value: '0.41 s: ours 0.98 ×' },
    { what: 'deltas', value: '1.4 KB', goal: 'at most 1 KB', met: false },
  ])
  expect(describeGoals(before, now).split('\n').slice(2)).toEqual([
    '| what | now | `single` | `piral` | before | limit | goal |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| time | 1.53 s | 0.87 × | **1.02 ×** | 1.60 s | 1.2 s of network | at most 0.9 × |',
    '| deltas | **1.4 KB** |  |  | 1.3 KB |  | at most 1 KB |',
  ])
})
