import { createDocumentWriter, type DocumentFacts } from '../documents/document-writer.ts'
import { REPORT_COLOURS } from './report-colours.ts'
import {
  advice,
  changeText,
  countedLeaks,
  countedPasswords,
  dayText,
  REPORT_TEXTS,
  type SeenSource,
  sourceText,
  timelineText,
} from './report-text.ts'
import type { ReportDocument } from './reports-repository.ts'

/** Days are `YYYY-MM-DD`. */
type SourceTimeline = {
  readonly from: string
  readonly to: string
  /** `at`: between `from` (0) and `to` (1). */
  readonly points: readonly { readonly at: number; readonly passwords: number }[]
}

/** Later sources are at the end. */
const sourceTimeline = (sources: readonly SeenSource[], day: string): SourceTimeline => {
  const from = sources.reduce((first, { seenOn }) => (seenOn < first ? seenOn : first), day)
  const span = Date.parse(day) - Date.parse(from)
  const at = (seenOn: string) => (span === 0 ? 0.5 : Math.min((Date.parse(seenOn) - Date.parse(from)) / span, 1))
  return { from, to: day, points: sources.map(({ seenOn, passwords }) => ({ at: at(seenOn), passwords })) }
}

const number = (label: string) => {
  const [value = '', ...words] = label.split(' ')
  return { value, label: words.join(' ') }
}

/** M-NUM-11 */
export const renderChangeReport = (
  { address, day, snapshot }: ReportDocument,
  facts: Omit<DocumentFacts, 'title' | 'footer'>,
): Promise<Buffer> => {
  const writer = createDocumentWriter({ ...facts, title: `Relatório de vazamentos - ${address}`, footer: address })
  const isFirst = snapshot.previousLeaks === 0 && snapshot.previousPasswords === 0
  const change = (value: number, previous: number) => (isFirst ? undefined : changeText(value, previous))
  const seen = snapshot.sources.flatMap((found) => (found.seenOn === null ? [] : [{ ...found, seenOn: found.seenOn }]))
  const { points, from, to } = sourceTimeline(seen, day)

  writer.band({ title: REPORT_TEXTS.title, subject: address, period: `Situação em ${dayText(day)}` })
  writer.heading(REPORT_TEXTS.whatLeaked)
  writer.figures([
    {
      ...number(countedLeaks(snapshot.leaks)),
      note: change(snapshot.leaks, snapshot.previousLeaks),
      colour: REPORT_COLOURS.leaks,
    },
    {
      ...number(countedPasswords(snapshot.passwords)),
      note: change(snapshot.passwords, snapshot.previousPasswords),
      colour: REPORT_COLOURS.passwords,
    },
  ])
  writer.paragraph(REPORT_TEXTS.noPasswords)
  writer.heading(REPORT_TEXTS.whereAndWhen)
  if (points.length > 0) {
    writer.timeline({
      alt: timelineText(seen, day),
      from: dayText(from),
      to: dayText(to),
      points: points.map(({ at, passwords }) => ({
        at,
        colour: passwords > 0 ? REPORT_COLOURS.passwords : REPORT_COLOURS.leaks,
      })),
    })
    writer.paragraph(REPORT_TEXTS.timeline, 'muted')
  }
  for (const found of snapshot.sources) {
    const { title, detail } = sourceText(found)
    writer.heading(title, 3)
    writer.paragraph(detail, 'muted')
  }
  writer.heading(REPORT_TEXTS.whatToDo)
  writer.list(advice(snapshot.passwords > 0))
  writer.seal()
  return writer.end()
}
