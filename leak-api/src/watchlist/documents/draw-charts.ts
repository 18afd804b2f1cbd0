import { COLOURS } from '../../base/brand-looks.ts'
import type { Sheet } from './sheet.ts'

export type LineSeries = {
  readonly label: string
  readonly colour: string
  readonly dashed: boolean
  readonly values: readonly number[]
}
export type LineChart = {
  /** Alternative text: the numbers of the picture. */
  readonly alt: string
  /** `YYYY-MM-DD`, ascending, not empty. */
  readonly days: readonly string[]
  readonly series: readonly LineSeries[]
  readonly dayLabel: (day: string) => string
}
export type Bar = { readonly label: string; readonly value: number; readonly text: string; readonly colour: string }

const HEIGHT = 170
const AXIS_WIDTH = 44
const LEGEND_HEIGHT = 22
const LINES = 4
const number = new Intl.NumberFormat('pt-BR')

/** Least round number from `value` on, with a whole quarter. */
const roundTop = (value: number): number => {
  if (value <= LINES) return LINES
  const step = value / LINES
  const power = 10 ** Math.floor(Math.log10(step))
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= step && Number.isInteger(each * power)) ?? 10
  return Math.max(factor * power, 1) * LINES
}

export const drawLineChart = (sheet: Sheet, { alt, days, series, dayLabel }: LineChart): void => {
  const { pdf } = sheet
  sheet.figure(HEIGHT + LEGEND_HEIGHT + 18, alt, (begin) => {
    let legend = sheet.left
    for (const { label, colour, dashed } of series) {
      const y = begin + 7
      pdf
        .lineWidth(2)
        .moveTo(legend, y)
        .lineTo(legend + 22, y)
      if (dashed) pdf.dash(4, { space: 3 })
      pdf.stroke(colour).undash()
      sheet.text(label, { x: legend + 28, y: begin + 1, width: 100 }, { size: 9, single: true })
      legend += 120
    }
    const top = begin + LEGEND_HEIGHT
    const left = sheet.left + AXIS_WIDTH
    const width = sheet.width - AXIS_WIDTH
    const highest = roundTop(Math.max(0, ...series.flatMap(({ values }) => values)))
    for (let line = 0; line <= LINES; line += 1) {
      const y = top + HEIGHT - (HEIGHT * line) / LINES
      pdf
        .lineWidth(line === 0 ? 1 : 0.5)
        .moveTo(left, y)
        .lineTo(left + width, y)
        .stroke(line === 0 ? COLOURS.muted : COLOURS.line)
      const value = number.format((highest * line) / LINES)
      sheet.text(
        value,
        { x: sheet.left, y: y - 5, width: AXIS_WIDTH - 8 },
        { size: 8, colour: COLOURS.muted, align: 'right', single: true },
      )
    }
    const first = Date.parse(days[0] ?? '')
    const span = Date.parse(days.at(-1) ?? '') - first
    const placeOf = (day: string) => left + (span === 0 ? width / 2 : ((Date.parse(day) - first) / span) * width)
    for (const { colour, dashed, values } of series) {
      const points = values.map(
        (value, index) => [placeOf(days[index] ?? ''), top + HEIGHT - (value / highest) * HEIGHT] as const,
      )
      for (const [index, [x, y]] of points.entries()) {
        if (index === 0) pdf.moveTo(x, y)
        else pdf.lineTo(x, y)
      }
      if (dashed) pdf.dash(4, { space: 3 })
      pdf.lineWidth(2).lineJoin('round').stroke(colour).undash()
      for (const [x, y] of points.slice(-1)) pdf.circle(x, y, 3).fill(colour)
    }
    const axis = { y: top + HEIGHT + 6, width: width / 2 }
    const style = { size: 8, colour: COLOURS.muted, single: true } as const
    if (span === 0) sheet.text(dayLabel(days[0] ?? ''), { ...axis, x: left, width }, { ...style, align: 'center' })
    else {
      sheet.text(dayLabel(days[0] ?? ''), { ...axis, x: left }, style)
      sheet.text(dayLabel(days.at(-1) ?? ''), { ...axis, x: left + width / 2 }, { ...style, align: 'right' })
    }
  })
}

const BAR_HEIGHT = 24
const LABEL_WIDTH = 110
const VALUE_WIDTH = 110

export const drawBars = (
  sheet: Sheet,
  { alt, bars }: { readonly alt: string; readonly bars: readonly Bar[] },
): void => {
  const { pdf } = sheet
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const room = sheet.width - LABEL_WIDTH - VALUE_WIDTH
  sheet.figure(bars.length * BAR_HEIGHT, alt, (top) => {
    for (const [index, { label, value, text, colour }] of bars.entries()) {
      const y = top + index * BAR_HEIGHT
      const x = sheet.left + LABEL_WIDTH
      sheet.text(label, { x: sheet.left, y: y + 5, width: LABEL_WIDTH - 8 }, { weight: 'bold', single: true })
      pdf.roundedRect(x, y + 4, room, 14, 3).fill(COLOURS.pale)
      if (value > 0) pdf.roundedRect(x, y + 4, Math.max((value / highest) * room, 4), 14, 3).fill(colour)
      sheet.text(text, { x: x + room + 10, y: y + 5, width: VALUE_WIDTH - 10 }, { single: true })
    }
  })
}
