import { readReason, writeReason } from '@atalaia/artifact/rows'
import { canaryStatus, judgeCanary } from './judge-canary.ts'
import { measuresOf } from './measures.ts'
import { ratioInterval, shareInterval, type Period } from './always-valid.ts'

const period = (share: number, canary: readonly [number, number], stable: readonly [number, number]): Period => ({
  share,
  canary: { failed: canary[0], seen: canary[1] },
  stable: { failed: stable[0], seen: stable[1] },
})

// Rule: M-ROLLOUT-3, M-ROLLOUT-23
test.each([
  ['too few reports of the canary version', [period(0.5, [19, 19], [0, 40])], 'unknown'],
  ['too few reports of the stable one', [period(0.5, [30, 30], [0, 19])], 'unknown'],
  ['no failure at all', [period(0.1, [0, 100], [0, 900])], 'fine'],
  ['the same share of failures', [period(0.1, [10, 1000], [90, 9000])], 'fine'],
  ['twice the failures', [period(0.1, [21, 1000], [90, 9000])], 'unclear'],
  ['three times the failures', [period(0.1, [30, 1000], [90, 9000])], 'worse'],
  [
    'three times the failures at the second step',
    [period(0.01, [1, 100], [99, 9900]), period(0.1, [33, 1000], [90, 9000])],
    'worse',
  ],
  [
    'the same failures at each of two steps, of the same browsers',
    [period(0.25, [33, 1000], [60, 3000]), period(0.5, [49, 2000], [42, 2000])],
    'fine',
  ],
  ['few reports at the newest step', [period(0.25, [20, 1000], [60, 3000]), period(0.5, [0, 19], [0, 30])], 'unknown'],
  ['everything fails for both: the API is away', [period(0.1, [100, 100], [900, 900])], 'fine'],
  ['every browser of the canary, and none of the others', [period(0.1, [20, 20], [0, 180])], 'worse'],
] as const)('%s', (_name, periods, status) => {
  expect(canaryStatus(periods)).toBe(status)
})

// Rule: M-ROLLOUT-3, M-ROLLOUT-23
test('looked at after every failure, over two steps and by browsers that fail at each, a version that is no worse is called so in less than one of a hundred', () => {
  let state = 7
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
  const isAlarm = () => {
    const buckets = Array.from({ length: 100 }, random)
    const steps: Period[] = []
    for (const share of [0.1, 0.5]) {
      const counts = { canary: { seen: 1000, failed: 0 }, stable: { seen: 1000, failed: 0 } }
      steps.push({ share, ...counts })
      for (const bucket of buckets) {
        counts[bucket < share ? 'canary' : 'stable'].failed += 1
        if (canaryStatus(steps) === 'worse') return true
      }
    }
    return false
  }
  const alarms = Array.from({ length: 300 }, isAlarm).filter(Boolean)
  expect(alarms.length).toBeLessThan(3)
})

// Rule: M-ROLLOUT-3, M-ROLLOUT-23
test('a verdict has its figures, each with its interval, the phases, and its reason in one sentence', () => {
  const periods = [period(0.1, [40, 1000], [90, 9000])]
  const phases = [
    { phase: 'activate', canary: 4, stable: 60 },
    { phase: 'render', canary: 36, stable: 30 },
  ]
  const verdict = judgeCanary({ canary: '1.2.0', stable: '1.1.0', periods, phases })
  expect(verdict).toMatchObject({ status: 'worse', phases: [{ phase: 'render' }, { phase: 'activate' }] })
  expect(verdict.reason).toMatch(
    /^1\.2\.0 failed in 40 of 1000 browsers \(\d\.\d % to \d\.\d %\), in the phase render 36 times, and 1\.1\.0 failed in 90 of 9000 browsers \(0\.\d % to 1\.\d %\) over the same time: at least 2\.\d times as often$/,
  )
  const { low, high } = verdict.ratio
  expect([low < 4, high !== null && high > 4]).toEqual([true, true])
})

test.each([
  [{ seen: 0, failed: 0 }, 0, 1],
  [{ seen: 100, failed: 0 }, 0, 0.1],
  [{ seen: 100, failed: 100 }, 0.9, 1],
  [{ seen: 1000, failed: 100 }, 0.06, 0.14],
])('the interval of %j holds its share', (share, least, most) => {
  const { low, high } = shareInterval(share)
  expect(low).toBeGreaterThanOrEqual(least)
  expect(high).toBeLessThanOrEqual(most)
  expect(low).toBeLessThanOrEqual(share.seen === 0 ? 0 : share.failed / share.seen)
})

test('without failures of the stable version the ratio has no bound above', () => {
  expect(ratioInterval(period(0.5, [20, 20], [0, 20])).high).toBeNull()
  expect(ratioInterval(period(0.5, [0, 20], [20, 20])).low).toBe(0)
})

// Rule: M-CONSOLE-4
test.each([
  ['unknown', [period(0.1, [0, 19], [0, 40])]],
  ['fine', [period(0.1, [10, 1000], [90, 9000])]],
  ['unclear', [period(0.1, [21, 1000], [90, 9000])]],
  ['worse', [period(0.1, [40, 1000], [90, 9000])]],
] as const)('the reason of a verdict that is %s is read again from its sentence', (status, periods) => {
  const phases = [{ phase: 'entry script', canary: 8, stable: 30 }]
  const { reason, canary } = judgeCanary({ canary: '1.2.0-rc.1', stable: '1.1.0', periods, phases })
  const read = readReason(reason)
  expect(read).toMatchObject({ kind: 'verdict', status, canary: { version: '1.2.0-rc.1', failed: canary.failed } })
  expect(read && writeReason(read)).toBe(reason)
  const step = writeReason({ kind: 'step', step: 2, steps: 4, because: reason })
  expect(readReason(step)).toEqual({ kind: 'step', step: 2, steps: 4, because: read })
})

// Rule: M-CONSOLE-4
test('other reasons of the gateway are read again, and those of people are left as they are', () => {
  for (const reason of [
    { kind: 'failed', version: '1.2.0', of: { failed: 20, seen: 24 } },
    { kind: 'crashed', version: '1.2.0', of: { failed: 20, seen: 24 } },
    { kind: 'alone' },
    { kind: 'step', step: 2, steps: 3, because: 'the channel has moved meanwhile' },
  ] as const)
    expect(readReason(writeReason(reason))).toEqual(reason)
  for (const text of ['', 'gráfico novo', '20 of 24 browsers are slow', 'step 2 of our plan'])
    expect(readReason(text)).toBeUndefined()
})

// Rule: M-ROLLOUT-6
test('a version that starts as well, and whose calls fail more often, is worse; the sentence names the metric that decided', () => {
  const periods = [period(0.1, [1, 100], [9, 900])]
  const measures = [
    { metric: 'calls', periods: [period(0.1, [25, 100], [18, 900])] },
    { metric: 'lcp', periods: [period(0.1, [26, 100], [230, 900])] },
  ] as const
  expect(canaryStatus(periods)).toBe('fine')
  const verdict = judgeCanary({ canary: '1.2.0', stable: '1.1.0', periods, phases: [], measures })
  expect(verdict).toMatchObject({
    status: 'worse',
    decidedBy: 'calls',
    measures: [
      { metric: 'calls', canary: { failed: 25 } },
      { metric: 'lcp', ratio: { low: expect.any(Number) } },
    ],
    reason: expect.stringMatching(
      /^1\.2\.0 had failed calls in 25 of 100 browsers .* 1\.1\.0 had failed calls in 18 of 900 .*times as often$/,
    ),
  })
  const read = readReason(verdict.reason)
  expect(read).toMatchObject({ kind: 'verdict', metric: 'calls', canary: { failed: 25 }, stable: { seen: 900 } })
  expect(read && writeReason(read)).toBe(verdict.reason)
})

// Rule: M-ROLLOUT-6
test('a metric has a part of the error budget: what would be worse as failures is not yet, as web vitals', () => {
  const found = [period(0.1, [26, 1000], [90, 9000])]
  const quiet = [period(0.1, [0, 1000], [0, 9000])]
  expect(canaryStatus(found)).toBe('worse')
  expect(canaryStatus(quiet, [{ metric: 'lcp', periods: found }])).toBe('unclear')
})

// Rule: M-ROLLOUT-6
test.each([
  [[], 'LCP', 2500, [{ metric: 'lcp', bad: false }]],
  [[], 'LCP', 2501, [{ metric: 'lcp', bad: true }]],
  [[], 'CLS', 0.11, [{ metric: 'cls', bad: true }]],
  [[], 'INP', 200, [{ metric: 'inp', bad: false }]],
  [[], 'TTFB', 9000, []],
  [[3, 0], 'FCP', 1, [{ metric: 'calls', bad: false }]],
  [[3, 1], 'FCP', 1, [{ metric: 'calls', bad: true }]],
] as const)(
  'calls %j and %s of %d are measured by their good values',
  ([made = 0, failed = 0], name, value, expected) => {
    const calls = made > 0 ? [{ remote: 'mfe-x', version: '1.0.0', made, failed }] : []
    expect(measuresOf(calls, [{ route: '/', name, value }])).toEqual(expected)
  },
)
