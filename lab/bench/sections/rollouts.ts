import { createRandom, simulateRollout, type MeasuredShares, type SimulatedEnd } from '../rollouts/simulate-rollout.ts'
import type { Row, Section } from '../section.ts'

const ROLLOUTS = 100
const BROWSERS = 10_000
const STABLE = 0.01
const WORSE_BY = 0.02
const CAUGHT_BEFORE = 0.25
const MIN_CAUGHT = 95
const MAX_STOPPED = 1
const SEED = 2017

const measuresWith = (excessOfCalls: number): readonly MeasuredShares[] => [
  { metric: 'calls', stable: 0.02, canary: 0.02 + excessOfCalls },
  { metric: 'lcp', stable: 0.25, canary: 0.25 },
  { metric: 'cls', stable: 0.1, canary: 0.1 },
  { metric: 'inp', stable: 0.08, canary: 0.08 },
]
const EXCESS_OF_CALLS = 0.03

const run = (excess: number, stable = STABLE, measures = measuresWith(0)): readonly SimulatedEnd[] => {
  const random = createRandom(SEED)
  return Array.from({ length: ROLLOUTS }, () =>
    simulateRollout({ browsers: BROWSERS, stable, canary: stable + excess, measures, random }),
  )
}

const count = (ends: readonly SimulatedEnd[], is: (end: SimulatedEnd) => boolean) => ends.filter(is).length
const isStopped = ({ status }: SimulatedEnd) => status === 'stopped'
const isWaiting = ({ status }: SimulatedEnd) => status === 'waiting'
const isCaught = ({ status, share }: SimulatedEnd) => status === 'stopped' && share < CAUGHT_BEFORE
const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`

const worseRow = (stable: number): Row => {
  const ends = run(WORSE_BY, stable)
  const caught = count(ends, isCaught)
  const isGoal = stable === STABLE
  return {
    what: `a version that fails in ${percent(stable + WORSE_BY)}, where stable fails in ${percent(stable)}: stopped before 25 %, later, never`,
    value: `${caught}, ${count(ends, isStopped) - caught}, ${ROLLOUTS - count(ends, isStopped)} of ${ROLLOUTS}`,
    ...(isGoal && { goal: `before 25 % at least ${MIN_CAUGHT}`, met: caught >= MIN_CAUGHT }),
  }
}

const brokenCallsRow = (): Row => {
  const ends = run(0, STABLE, measuresWith(EXCESS_OF_CALLS))
  const caught = count(ends, isCaught)
  return {
    what: `a version whose calls fail in ${percent(0.02 + EXCESS_OF_CALLS)} of browsers, where stable's fail in 2 %, and that starts as well: stopped before 25 %`,
    value: `${caught} of ${ROLLOUTS}`,
    goal: `at least ${MIN_CAUGHT}`,
    met: caught >= MIN_CAUGHT,
  }
}

const goodRow = (stable: number): Row => {
  const ends = run(0, stable)
  const stopped = count(ends, isStopped)
  return {
    what: `a version that fails as often as stable, in ${percent(stable)}: stopped, waiting without end`,
    value: `${stopped}, ${count(ends, isWaiting)} of ${ROLLOUTS}`,
    goal: `stopped at most ${MAX_STOPPED}`,
    met: stopped <= MAX_STOPPED,
  }
}

/** 100 rollouts of each kind by 1, 10, 50 and 100 %, 10,000 browsers a step, more while waiting. */
export const rolloutsSection: Section = {
  name: 'rollouts',
  run: async () => [
    brokenCallsRow(),
    ...[STABLE, 0.002, 0.02].flatMap((stable) => [worseRow(stable), goodRow(stable)]),
  ],
}
