import type { Results } from './results.ts'
import type { Figure } from './section.ts'
import { median, spread } from './statistics.ts'

export type Verdict = 'worse' | 'better' | 'same'
export type Comparison = {
  readonly section: string
  readonly name: string
  readonly before: Figure
  readonly after: Figure
  readonly verdict: Verdict
}

const figuresOf = ({ sections }: Results): Map<string, { readonly section: string; readonly figure: Figure }> =>
  new Map(
    sections.flatMap(({ name: section, rows }) =>
      rows.flatMap(({ figures = [] }) =>
        figures.map((figure) => [`${section}\0${figure.name}`, { section, figure }] as const),
      ),
    ),
  )

const LEAST_CHANGE = 0.005

const verdictOf = (before: readonly number[], after: readonly number[]): Verdict => {
  const [[fromBefore, toBefore], [fromAfter, toAfter]] = [spread(before), spread(after)]
  if (Math.abs(median(after) - median(before)) <= LEAST_CHANGE * median(before)) return 'same'
  if (fromAfter > toBefore) return 'worse'
  return toAfter < fromBefore ? 'better' : 'same'
}

export const compareResults = (before: Results, after: Results) => {
  const [first, second] = [figuresOf(before), figuresOf(after)]
  const both = [...first].flatMap(([key, { section, figure }]): Comparison[] => {
    const other = second.get(key)?.figure
    if (!other) return []
    const verdict = verdictOf(figure.values, other.values)
    return [{ section, name: figure.name, before: figure, after: other, verdict }]
  })
  const missing = (of: typeof first, from: typeof first) =>
    [...of].filter(([key]) => !from.has(key)).map(([, { section, figure }]) => `${section}: ${figure.name}`)
  return { both, onlyBefore: missing(first, second), onlyAfter: missing(second, first) }
}

const textOf = ({ unit, values }: Figure): string => {
  const show = (value: number) => (unit === 'bytes' ? (value / 1000).toFixed(1) : value.toFixed(0))
  const [from, to] = spread(values)
  const unitText = unit === 'bytes' ? 'KB' : unit
  return `${show(median(values))} ${unitText}${values.length > 1 ? ` (${show(from)} to ${show(to)})` : ''}`
}

const lineOf = ({ section, name, before: from, after: to }: Comparison): string => {
  const change = median(to.values) / median(from.values)
  const share = Number.isFinite(change) ? ` (${change.toFixed(2)} ×)` : ''
  return `  ${section}: ${name}: ${textOf(from)} → ${textOf(to)}${share}`
}

export const describeComparison = (
  before: Results,
  after: Results,
): { readonly text: string; readonly worse: boolean } => {
  const { both, onlyBefore, onlyAfter } = compareResults(before, after)
  const part = (title: string, verdict: Verdict) => {
    const found = both.filter((one) => one.verdict === verdict)
    return found.length === 0 ? [] : [title, ...found.map(lineOf)]
  }
  const busy = [before, after]
    .filter(({ load, cores }) => Math.max(...load) > cores)
    .map(
      ({ began, load, cores }) =>
        `  the run of ${began} had a load of ${load.map((one) => one.toFixed(1)).join(' to ')} on ${cores} cores`,
    )
  const same = both.filter(({ verdict }) => verdict === 'same').length
  const lines = [
    `${before.commit} (${before.began}) → ${after.commit} (${after.began})`,
    ...part('worse beyond the spread:', 'worse'),
    ...part('better beyond the spread:', 'better'),
    `${same} of ${both.length} figures are the same within their spread.`,
    ...(onlyBefore.length > 0 ? [`only in the first run: ${onlyBefore.join('; ')}`] : []),
    ...(onlyAfter.length > 0 ? [`only in the second run: ${onlyAfter.join('; ')}`] : []),
    ...(busy.length > 0 ? ['other work ran beside it, so that times say little:', ...busy] : []),
  ]
  return { text: lines.join('\n'), worse: both.some(({ verdict }) => verdict === 'worse') }
}
