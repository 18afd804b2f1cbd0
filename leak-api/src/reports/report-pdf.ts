// oxlint-disable-next-line import/no-named-as-default -- its types know the default export alone
import PDFDocument from 'pdfkit'
import { sourceTimeline } from './report-timeline.ts'
import type { ReportDocument } from './reports-repository.ts'
import { advice, changeText, countedLeaks, countedPasswords, dayText, REPORT_TEXTS, sourceText } from './report-text.ts'

const COLOURS = {
  text: '#16202c',
  muted: '#5a6675',
  accent: '#0f5f8c',
  line: '#d5dce4',
  leaks: '#b8500f',
  passwords: '#b4183f',
}
const MARGIN = 56
const FOOTER_HEIGHT = 28

type Document = InstanceType<typeof PDFDocument>

const contentWidth = ({ page }: Document) => page.width - 2 * MARGIN

const rule = (document: Document, y: number) =>
  document
    .lineWidth(1)
    .moveTo(MARGIN, y)
    .lineTo(document.page.width - MARGIN, y)
    .strokeColor(COLOURS.line)
    .stroke()

/** Begins a new page when fewer than `points` are left on this one, so that a heading stays with what it heads. */
const keepTogether = (document: Document, points: number) => {
  if (document.y + points > document.page.height - document.page.margins.bottom) document.addPage()
}

const heading = (document: Document, text: string) => {
  keepTogether(document, 90)
  document.moveDown(1.2).font('Helvetica-Bold').fontSize(13).fillColor(COLOURS.accent).text(text, MARGIN)
  document.moveDown(0.4).font('Helvetica').fontSize(10.5).fillColor(COLOURS.text)
}

const frontMatter = (document: Document, { address, day }: ReportDocument, brand: string) => {
  document.font('Helvetica-Bold').fontSize(11).fillColor(COLOURS.accent).text(brand.toUpperCase())
  document.moveDown(0.3).fontSize(20).fillColor(COLOURS.text).text(REPORT_TEXTS.title)
  document.moveDown(0.2).font('Helvetica').fontSize(12).fillColor(COLOURS.muted).text(address)
  document.fontSize(10.5).text(`Situação em ${dayText(day)}`)
  rule(document, document.y + 10)
  document.y += 24
}

/** The numbers side by side, each with its change since the report before. */
const figures = (document: Document, { snapshot }: ReportDocument) => {
  const cells = [
    {
      value: snapshot.leaks,
      label: countedLeaks(snapshot.leaks),
      previous: snapshot.previousLeaks,
      colour: COLOURS.leaks,
    },
    {
      value: snapshot.passwords,
      label: countedPasswords(snapshot.passwords),
      previous: snapshot.previousPasswords,
      colour: COLOURS.passwords,
    },
  ]
  const isFirst = snapshot.previousLeaks === 0 && snapshot.previousPasswords === 0
  const width = contentWidth(document) / cells.length
  const top = document.y
  for (const [index, { value, label, previous, colour }] of cells.entries()) {
    const x = MARGIN + index * width
    const [figure = '', ...words] = label.split(' ')
    document.font('Helvetica-Bold').fontSize(26).fillColor(colour).text(figure, x, top, { width })
    document
      .font('Helvetica')
      .fontSize(10.5)
      .fillColor(COLOURS.text)
      .text(words.join(' '), x, top + 30, { width })
    if (!isFirst) document.fillColor(COLOURS.muted).text(changeText(value, previous), x, top + 45, { width })
  }
  document.x = MARGIN
  document.y = top + (isFirst ? 48 : 64)
}

const sources = (document: Document, { snapshot }: ReportDocument) => {
  for (const found of snapshot.sources) {
    const { title, detail } = sourceText(found)
    keepTogether(document, 34)
    document.font('Helvetica-Bold').fillColor(COLOURS.text).text(title, MARGIN)
    document.font('Helvetica').fillColor(COLOURS.muted).text(detail).moveDown(0.5)
  }
  document.fillColor(COLOURS.text)
}

const timeline = (document: Document, { snapshot, day }: ReportDocument) => {
  const width = contentWidth(document)
  const { points, from, to } = sourceTimeline(snapshot.sources, day)
  if (points.length === 0) return
  const y = document.y + 12
  document
    .lineWidth(1)
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + width, y)
    .strokeColor(COLOURS.muted)
    .stroke()
  for (const { at, passwords } of points)
    document.circle(MARGIN + at * width, y, 4.5).fill(passwords > 0 ? COLOURS.passwords : COLOURS.leaks)
  document.fontSize(9).fillColor(COLOURS.muted)
  document.text(dayText(from), MARGIN, y + 9, { width: width / 2 })
  document.text(dayText(to), MARGIN + width / 2, y + 9, { width: width / 2, align: 'right' })
  document.moveDown(0.3).text(REPORT_TEXTS.timeline, MARGIN)
  document.moveDown(0.8).fontSize(10.5).fillColor(COLOURS.text)
}

const body = (document: Document, report: ReportDocument) => {
  const { snapshot } = report
  heading(document, REPORT_TEXTS.whatLeaked)
  figures(document, report)
  document.text(REPORT_TEXTS.noPasswords, MARGIN)
  heading(document, REPORT_TEXTS.whereAndWhen)
  timeline(document, report)
  sources(document, report)
  heading(document, REPORT_TEXTS.whatToDo)
  document.list(advice(snapshot.passwords > 0), MARGIN, document.y, {
    bulletRadius: 2,
    textIndent: 14,
    paragraphGap: 4,
  })
}

const footers = (document: Document, { address }: ReportDocument, brand: string) => {
  const { start, count } = document.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    document.switchToPage(index)
    // Text below the margin would begin a new page.
    document.page.margins.bottom = 0
    const y = document.page.height - MARGIN
    rule(document, y)
    const width = contentWidth(document)
    document.font('Helvetica').fontSize(9).fillColor(COLOURS.muted)
    document.text(`${brand} · ${address}`, MARGIN, y + 8, { width: width * 0.75, height: 12, ellipsis: true })
    document.text(`Página ${index - start + 1} de ${count}`, MARGIN, y + 8, { width, align: 'right', lineBreak: false })
  }
}

/** The report as a PDF, in Portuguese: A4, with its pages numbered. */
export const renderReportPdf = async (report: ReportDocument, brand: string): Promise<Buffer> => {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    bufferPages: true,
    lang: 'pt-BR',
    info: { Title: `Relatório de vazamentos - ${report.address}`, Author: brand },
  })
  frontMatter(document, report, brand)
  body(document, report)
  footers(document, report, brand)
  document.end()
  const parts: Buffer[] = []
  for await (const part of document) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
