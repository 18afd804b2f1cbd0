import { COLOURS } from '../../base/brand-looks.ts'
import type { Sheet } from './sheet.ts'

export type Figure = {
  readonly value: string
  readonly label: string
  readonly note?: string | undefined
  readonly colour?: string
}

/** At most four. */
export const drawFigures = (sheet: Sheet, figures: readonly Figure[]) => {
  const { pdf } = sheet
  sheet.keepTogether(72)
  const top = pdf.y
  const width = sheet.width / figures.length
  for (const [index, { value, label, note, colour = COLOURS.accent }] of figures.entries()) {
    const box = { x: sheet.left + index * width, width: width - 12 }
    // One paragraph: the number is read together with its words.
    sheet.element('P', () => {
      sheet.text(value, { ...box, y: top }, { size: 26, weight: 'bold', colour, single: true })
      sheet.text(label, { ...box, y: top + 33 }, { size: 10.5, single: true })
      if (note !== undefined)
        sheet.text(note, { ...box, y: top + 48 }, { size: 9, colour: COLOURS.muted, single: true })
    })
  }
  pdf.x = sheet.left
  pdf.y = top + (figures.some(({ note }) => note !== undefined) ? 70 : 56)
}
