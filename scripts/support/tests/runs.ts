import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '@atalaia/stack'
import { iso, number, object, optional, partialRecord, enum as oneOf, type infer as Infer } from 'zod/mini'

const RUNS = ['npm test', 'npm test -- --all'] as const
export type RunName = (typeof RUNS)[number]

const runSchema = object({
  date: iso.date(),
  seconds: number(),
  /** Seconds; absent on unsupported systems. */
  processor: optional(number()),
})
export type Run = Infer<typeof runSchema>
const runsSchema = partialRecord(oneOf(RUNS), runSchema)
type Runs = Infer<typeof runsSchema>

const record = join(root, '.cache', 'test', 'runs.json')
const page = join(root, 'docs', 'contributing.md')

export const readRuns = (): Runs => {
  try {
    return runsSchema.parse(JSON.parse(readFileSync(record, 'utf8')))
  } catch {
    return {}
  }
}

export const recordRun = (name: RunName, run: Run): void => {
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify({ ...readRuns(), [name]: run }, undefined, 2))
}

/** The minutes of a run in the table of docs/contributing.md; `undefined` without a row. */
export const documentedMinutes = (name: RunName, text = readFileSync(page, 'utf8')): number | undefined => {
  const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` `))
  const minutes = /\| (\d+) min/.exec(row ?? '')?.[1]
  return minutes === undefined ? undefined : Number(minutes)
}

/** About how long a run takes: as the last one here, else as in docs/contributing.md. */
export const describeExpected = (name: RunName): string => {
  const last = readRuns()[name]
  if (last) return `About ${Math.ceil(last.seconds / 60)} min, as on ${last.date}.`
  const minutes = documentedMinutes(name)
  return minutes === undefined
    ? 'No earlier run is on record.'
    : `About ${minutes} min on two cores (docs/contributing.md).`
}
