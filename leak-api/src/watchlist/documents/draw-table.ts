import { COLOURS } from '../../base/brand-looks.ts'
import type { Sheet, TextStyle } from './sheet.ts'

export type TableColumn = {
  readonly label: string
  readonly share: number
  readonly align?: 'left' | 'right'
}
export type DocumentTable = {
  readonly columns: readonly TableColumn[]
  /** One cell per column; the first heads its row. */
  readonly rows: readonly (readonly string[])[]
}

const PADDING = 6
/** Between columns. */
const GAP = 14
const MAX_CELL_LENGTH = 500
const HEAD: TextStyle = { size: 8.5, weight: 'bold', colour: COLOURS.muted }
const CELL: TextStyle = { size: 9.5 }

const cut = (text: string) => (text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH)}…` : text)

/** Repeats the heads on further pages; screen readers read them once. */
export const drawTable = (sheet: Sheet, { columns, rows }: DocumentTable): void => {
  const { pdf } = sheet
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const places: (TableColumn & { readonly x: number; readonly width: number })[] = []
  let next = sheet.left
  for (const column of columns) {
    const width = (sheet.width * column.share) / shares
    places.push({ ...column, x: next, width: width - GAP })
    next += width
  }
  const heightOf = (cells: readonly string[], style: TextStyle) =>
    Math.max(...places.map(({ width }, index) => sheet.heightOf(cut(cells[index] ?? ''), width, style))) + 2 * PADDING
  const heads = columns.map(({ label }) => label)
  const headHeight = heightOf(heads, HEAD)
  const ruleAt = (y: number, colour: string) =>
    sheet.artifact(() =>
      pdf
        .lineWidth(0.75)
        .moveTo(sheet.left, y)
        .lineTo(sheet.left + sheet.width, y)
        .stroke(colour),
    )
  const background = (y: number) =>
    sheet.artifact(() => pdf.rect(sheet.left - PADDING, y, sheet.width + 2 * PADDING, headHeight).fill(COLOURS.pale))
  const cellAt = (y: number, text: string, index: number, style: TextStyle) => {
    const { x = 0, width = 0, align = 'left' } = places[index] ?? {}
    sheet.text(cut(text), { x, y: y + PADDING, width }, { ...style, align })
  }
  const drawHead = (y: number, cell: (draw: () => void) => void) => {
    background(y)
    for (const [index, label] of heads.entries()) cell(() => cellAt(y, label, index, HEAD))
    pdf.y = y + headHeight
  }

  sheet.keepTogether(headHeight + heightOf(rows[0] ?? [], CELL))
  sheet.group('Table', () => {
    sheet.group('THead', () =>
      sheet.group('TR', () => drawHead(pdf.y, (draw) => sheet.element('TH', draw, { scope: 'Column' }))),
    )
    sheet.group('TBody', () => {
      for (const row of rows) {
        const height = heightOf(row, CELL)
        if (sheet.keepTogether(height)) sheet.artifact(() => drawHead(pdf.y, (draw) => draw()))
        const y = pdf.y
        sheet.group('TR', () => {
          for (const [index, text] of row.entries())
            sheet.element(
              index === 0 ? 'TH' : 'TD',
              () => cellAt(y, text, index, CELL),
              index === 0 ? { scope: 'Row' } : {},
            )
        })
        ruleAt(y + height, COLOURS.line)
        pdf.y = y + height
      }
    })
  })
  pdf.x = sheet.left
  pdf.y += 10
}
