import { join } from 'node:path'
import { root } from '@atalaia/stack'
import { federationBytes } from '../dashboard/federation-bytes.ts'
import { changedRows } from '../dashboard/changed-rows.ts'
import { dashboardRows } from '../dashboard/goals.ts'
import { measure } from '../dashboard/measure.ts'
import { edgeRows } from '../dashboard/over-edge.ts'
import { compareContent } from '../dashboard/same-content.ts'
import { openStage, type Candidate, type Stage } from '../dashboard/stage.ts'
import { visitAgain, type VisitsAgain } from '../dashboard/visit-again.ts'
import { thinNetwork, visit } from '../dashboard/visit.ts'
import { DEFAULT_FEDERATION, opponents, type Opponent } from '../opponents/opponents.ts'
import type { Row, Section, SectionOptions } from '../section.ts'
import { median } from '../statistics.ts'

const DEFAULT_VISITS = 7
const MAX_PIXELS = 500

const log = (line: string) => console.error(line)

const contentRows = async ({ browser, ours, token }: Stage, others: readonly Candidate[]): Promise<Row[]> => {
  const found = await compareContent(browser, { reference: ours, others, token })
  return found.map(({ difference, pixels }, at) => ({
    what: `content of ${others[at]?.name} against ours: accessibility tree, picture (phone and desktop)`,
    value: `${difference ?? 'equal'}, ${pixels} pixels differ`,
    goal: `equal, at most ${MAX_PIXELS} pixels`,
    met: difference === undefined && pixels <= MAX_PIXELS,
  }))
}

const chosen = (against: readonly string[] | undefined): readonly Opponent[] => {
  const unknown = against?.find((name) => !opponents.some((opponent) => opponent.name === name))
  if (unknown !== undefined)
    throw new Error(`no opponent ${unknown}; there are ${opponents.map(({ name }) => name).join(', ')}`)
  return opponents.filter(({ name }) => against?.includes(name) ?? true)
}

const times = async <Result>(count: number, work: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = []
  for (let at = 0; at < count; at += 1) results.push(await work())
  return results
}

const run = async ({ against, visits = DEFAULT_VISITS }: SectionOptions): Promise<Row[]> => {
  const measuredAgainst = chosen(against)
  const stage = await openStage(log)
  try {
    const { browser, ours, token } = stage
    const others: Candidate[] = []
    for (const opponent of measuredAgainst) others.push(await stage.add(opponent))
    log('  looking at each …')
    const content = await contentRows(stage, others)
    const measured = await measure(stage, { candidates: [ours, ...others], visits, log })
    const withoutDictionaries = await stage.withoutDictionaries()
    const whole = await times(visits, (): Promise<VisitsAgain> => visitAgain(withoutDictionaries, ours, token))
    const thin = await times(visits, () => visit(browser, { url: ours.url, token, network: thinNetwork }))
    return [
      ...dashboardRows(measured),
      ...changedRows(measured, whole),
      thinRow(thin.map(({ firstPaint }) => firstPaint)),
      ...(await edgeRows({ url: ours.url, token, log }, visits)),
      ...(await federationRows(measuredAgainst)),
      ...content,
    ]
  } finally {
    await stage.close()
  }
}

const thinRow = (values: readonly number[]): Row => ({
  what: 'time until the first paint of content, 400 ms and 50 KB/s',
  value: `${(median(values) / 1000).toFixed(2)} s`,
  goal: 'under 2 s',
  met: median(values) < 2000,
  figures: [{ name: 'first paint at 400 ms and 50 KB/s', unit: 'ms', values }],
})

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`

const federationRows = async (against: readonly Opponent[]): Promise<Row[]> => {
  const standard = against.some(({ name }) => name === DEFAULT_FEDERATION)
  const folder = join(root, '.cache/bench/opponents', DEFAULT_FEDERATION, 'current')
  const { ours, theirs } = await federationBytes(standard ? folder : undefined)
  return [
    {
      what: 'what federation costs: runtime and remote entry (default federation)',
      value: `${kilobytes(ours)}${theirs === undefined ? '' : ` (${kilobytes(theirs)})`}`,
      goal: 'at most 20 KB',
      met: ours <= 20_000,
      figures: [{ name: 'federation itself', unit: 'bytes', values: [ours] }],
    },
  ]
}

export const dashboardSection: Section = { name: 'dashboard', run }
