import { COLOURS } from '../../base/brand-looks.ts'
import type { Sheet } from './sheet.ts'

export type DocumentTimeline = {
  /** Read aloud in the place of the picture. */
  readonly alt: string
  /** The labels of both ends. */
  readonly from: string
  readonly to: string
  /** `at`: place between `from` (0) and `to` (1). */
  readonly points: readonly { readonly at: number; readonly colour: string }[]
}

/** Points on a line between two days. */
export const drawTimeline = (sheet: Sheet, { alt, from, to, points }: DocumentTimeline): void => {
  const { pdf, left, width } = sheet
  sheet.figure(36, alt, (top) => {
    const y = top + 10
    pdf
      .lineWidth(1)
      .moveTo(left, y)
      .lineTo(left + width, y)
      .stroke(COLOURS.muted)
    for (const { at, colour } of points) pdf.circle(left + at * width, y, 4.5).fill(colour)
    const style = { size: 9, colour: COLOURS.muted, single: true } as const
    sheet.text(from, { x: left, y: y + 9, width: width / 2 }, style)
    sheet.text(to, { x: left + width / 2, y: y + 9, width: width / 2 }, { ...style, align: 'right' })
  })
}
