import { drawBand, drawCover, drawSeal, type Cover } from './draw-cover.ts'
import { drawBars, drawLineChart, type Bar, type LineChart } from './draw-charts.ts'
import { drawTimeline, type DocumentTimeline } from './draw-timeline.ts'
import { drawTable, type DocumentTable } from './draw-table.ts'
import { drawFigures, type Figure } from './draw-figures.ts'
import { shownDigest } from './document-digest.ts'
import { COLOURS } from '../../base/brand-looks.ts'
import { createSheet, MARGIN, type Sheet, type TextStyle } from './sheet.ts'

export type DocumentFacts = {
  /** PDF readers show it as the name; screen readers say it first. */
  readonly title: string
  /** At the foot of each page, next to the brand. */
  readonly footer: string
  readonly brand: string
  /** The same facts and moment make the same file, byte by byte. */
  readonly at: Date
  readonly digest: string
}

/** Portuguese, A4, PDF/UA-1, with page numbers (P-REPORT-7). Write from the beginning to the end. */
export type DocumentWriter = {
  /** Call once, before all else. Short documents call `band` instead. */
  cover(cover: Cover): void
  band(cover: Omit<Cover, 'facts'>): void
  /** Level 1 is the title. */
  heading(text: string, level?: 2 | 3): void
  paragraph(text: string, tone?: 'plain' | 'muted'): void
  list(items: readonly string[]): void
  /** Values may be long; blank values are marked. */
  fields(fields: readonly { readonly label: string; readonly value: string }[]): void
  figures(figures: readonly Figure[]): void
  table(table: DocumentTable): void
  lineChart(chart: LineChart): void
  bars(chart: { readonly alt: string; readonly bars: readonly Bar[] }): void
  timeline(timeline: DocumentTimeline): void
  seal(): void
  end(): Promise<Buffer>
}

const BLANK = '(em branco)'
const HEADINGS = {
  2: { size: 15, before: 12, after: 5, room: 110 },
  3: { size: 11, before: 3, after: 1, room: 44 },
} as const

const block = (sheet: Sheet, type: string, text: string, style: TextStyle & { readonly after?: number } = {}) => {
  const { pdf } = sheet
  sheet.keepTogether(30)
  const box = { x: sheet.left, y: pdf.y, width: sheet.width }
  sheet.element(type, () => sheet.text(text, box, { lineGap: 3, ...style }))
  pdf.x = sheet.left
  pdf.y += style.after ?? 6
}

const drawList = (sheet: Sheet, items: readonly string[]) => {
  const { pdf } = sheet
  const width = sheet.width - 16
  sheet.group('L', () => {
    for (const item of items) {
      sheet.keepTogether(Math.min(sheet.heightOf(item, width), 120))
      const y = pdf.y
      sheet.group('LI', () => {
        sheet.element('Lbl', () =>
          sheet.text('•', { x: sheet.left, y, width: 12 }, { colour: COLOURS.accent, weight: 'bold' }),
        )
        sheet.element('LBody', () => sheet.text(item, { x: sheet.left + 16, y, width }, { lineGap: 3 }))
      })
      pdf.y += 5
    }
  })
  pdf.x = sheet.left
  pdf.y += 4
}

const drawFooters = (sheet: Sheet, { brand, footer, digest }: DocumentFacts) => {
  const { pdf, left, width } = sheet
  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index)
    // Text below the margin would begin a new page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - MARGIN
    sheet.artifact(
      () => {
        pdf
          .lineWidth(0.75)
          .moveTo(left, y)
          .lineTo(left + width, y)
          .stroke(COLOURS.line)
        const style = { size: 8, colour: COLOURS.muted, single: true } as const
        sheet.text(`${brand} · ${footer}`, { x: left, y: y + 8, width: width - 80 }, style)
        sheet.text(
          `Página ${index - start + 1} de ${count}`,
          { x: left + width - 78, y: y + 8, width: 78 },
          { ...style, align: 'right' },
        )
        sheet.text(`SHA-256 ${shownDigest(digest)}`, { x: left, y: y + 20, width }, { ...style, size: 6.5 })
      },
      { type: 'Pagination', attached: ['Bottom'] },
    )
  }
}

export const createDocumentWriter = (facts: DocumentFacts): DocumentWriter => {
  const sheet = createSheet(facts)
  const writer: DocumentWriter = {
    cover: (cover) => drawCover(sheet, cover, facts),
    band: (cover) => drawBand(sheet, { ...cover, facts: [] }, facts),
    heading: (text, level = 2) => {
      const { size, before, after, room } = HEADINGS[level]
      if (!sheet.keepTogether(room) && sheet.pdf.y > MARGIN) sheet.pdf.y += before
      block(sheet, `H${level}`, text, {
        size,
        weight: 'bold',
        colour: level === 2 ? COLOURS.accent : COLOURS.ink,
        after,
      })
    },
    paragraph: (text, tone = 'plain') =>
      block(sheet, 'P', text, tone === 'muted' ? { colour: COLOURS.muted, size: 9.5 } : {}),
    list: (items) => drawList(sheet, items),
    fields: (fields) => {
      for (const { label, value } of fields) {
        sheet.keepTogether(48)
        block(sheet, 'P', label, { size: 9, weight: 'bold', colour: COLOURS.muted, after: 1 })
        if (value.trim() === '') block(sheet, 'P', BLANK, { colour: COLOURS.passwords, weight: 'bold', after: 9 })
        else block(sheet, 'P', value, { after: 9 })
      }
    },
    figures: (figures) => drawFigures(sheet, figures),
    table: (table) => drawTable(sheet, table),
    lineChart: (chart) => drawLineChart(sheet, chart),
    bars: (chart) => drawBars(sheet, chart),
    timeline: (timeline) => drawTimeline(sheet, timeline),
    seal: () => drawSeal(sheet, facts),
    end: () => {
      drawFooters(sheet, facts)
      return sheet.bytes()
    },
  }
  return writer
}
