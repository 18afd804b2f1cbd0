import type { Run } from './runs.ts'
import type { Tally } from './steps.ts'

export type StepResult = Tally & { readonly name: string; readonly seconds: number }

const SLOWEST = 10

const line = (name: string, passed: string, failed: string, seconds: string) =>
  `  ${name.padEnd(8)}${passed.padStart(8)}${failed.padStart(8)}${seconds.padStart(10)}`

const slowestOf = (steps: readonly StepResult[]): readonly string[] =>
  steps
    .flatMap(({ name, parts = [] }) => parts.map((part) => ({ ...part, step: name })))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ step, name, seconds }) => `  ${step.padEnd(8)}${seconds.toFixed(1).padStart(8)} s  ${name}`)

/** Steps with tests and duration, then the slowest parts. Parallel parts count in full. */
export const describeSteps = (steps: readonly StepResult[]): string =>
  [
    line('step', 'passed', 'failed', 'seconds'),
    ...steps.map(({ name, passed, failed, seconds }) => line(name, String(passed), String(failed), seconds.toFixed(1))),
    '',
    ...slowestOf(steps),
  ].join('\n')

const whole = (seconds: number) => `${Math.round(seconds).toLocaleString('en')} s`

/** Processor time, compared with the last full run. */
export const describeProcessor = (seconds: number, all: Run | undefined): string => {
  const own = `Processor: ${whole(seconds)}`
  if (all?.processor === undefined) return `${own}; no run of npm test -- --all is on record here.`
  const share = Math.round((seconds / all.processor) * 100)
  return `${own}; npm test -- --all of ${all.date}: ${whole(all.processor)} (${share} %).`
}
