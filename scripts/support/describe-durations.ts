import type { Tally } from './test-steps.ts'

export type StepResult = Tally & { readonly name: string; readonly seconds: number }

/** Parts listed of each step. */
const SLOWEST = 8

const line = (name: string, passed: string, failed: string, seconds: string) =>
  `  ${name.padEnd(8)}${passed.padStart(8)}${failed.padStart(8)}${seconds.padStart(10)}`

const slowestOf = ({ name, parts = [] }: StepResult): readonly string[] =>
  parts
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map((part) => `  ${name.padEnd(8)}${part.seconds.toFixed(1).padStart(8)} s  ${part.name}`)

/**
 * The table at the end of a test run: each step with its tests and its duration, then the slowest parts of each. Parts
 * that ran at the same time count with their whole duration each, so that they may add up to more than their step.
 */
export const describeDurations = (steps: readonly StepResult[]): string =>
  [
    line('step', 'passed', 'failed', 'seconds'),
    ...steps.map(({ name, passed, failed, seconds }) => line(name, String(passed), String(failed), seconds.toFixed(1))),
    '',
    ...steps.flatMap(slowestOf),
  ].join('\n')
