import { COLOURS } from '../../base/brand-looks.ts'
import type { Sheet } from './sheet.ts'

export type DocumentTimeline = {
  readonly alt: string
  readonly from: string
  readonly to: string
  /** `at`: between `from` (0) and `to` (1). */
  readonly points: readonly { readonly at: number; readonly colour: string }[]
}

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
