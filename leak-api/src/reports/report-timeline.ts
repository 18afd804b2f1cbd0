import type { ReportDocument } from './reports-repository.ts'

type FoundSource = ReportDocument['snapshot']['sources'][number]

/** The sources of a report between the day of the first one and the report's own day, both `YYYY-MM-DD`. */
export type SourceTimeline = {
  readonly from: string
  readonly to: string
  /** `at`: place between `from` (0) and `to` (1). */
  readonly points: readonly { readonly at: number; readonly passwords: number }[]
}

/** Sources that were seen after the report's day stand at its end; a report of one day has its points in the middle. */
export const sourceTimeline = (sources: readonly FoundSource[], day: string): SourceTimeline => {
  const from = sources.reduce((first, { seenOn }) => (seenOn < first ? seenOn : first), day)
  const span = Date.parse(day) - Date.parse(from)
  const at = (seenOn: string) => (span === 0 ? 0.5 : Math.min((Date.parse(seenOn) - Date.parse(from)) / span, 1))
  return { from, to: day, points: sources.map(({ seenOn, passwords }) => ({ at: at(seenOn), passwords })) }
}
