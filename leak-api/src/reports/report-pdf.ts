// oxlint-disable-next-line import/no-named-as-default -- its types know the default export alone
import PDFDocument from 'pdfkit'
import type { ReportDocument } from './reports-repository.ts'
import { advice, countedLeaks, countedPasswords, dayText, sourceText } from './report-text.ts'

const colours = { text: '#16202c', muted: '#5a6675', accent: '#0f5f8c', line: '#d5dce4' }
const MARGIN = 56

type Document = InstanceType<typeof PDFDocument>

const heading = (document: Document, text: string) => {
  document.moveDown(1).font('Helvetica-Bold').fontSize(13).fillColor(colours.accent).text(text)
  document.moveDown(0.4).font('Helvetica').fontSize(10.5).fillColor(colours.text)
}

const frontMatter = (document: Document, { address, day }: ReportDocument, brand: string) => {
  document.font('Helvetica-Bold').fontSize(11).fillColor(colours.accent).text(brand.toUpperCase())
  document.moveDown(0.3).fontSize(20).fillColor(colours.text).text('Relatório de vazamentos')
  document.moveDown(0.2).font('Helvetica').fontSize(12).fillColor(colours.muted).text(address)
  document.fontSize(10.5).text(`Situação em ${dayText(day)}`)
  const y = document.y + 10
  document
    .moveTo(MARGIN, y)
    .lineTo(document.page.width - MARGIN, y)
    .strokeColor(colours.line)
    .stroke()
  document.y = y + 4
}

const sources = (document: Document, { snapshot }: ReportDocument) => {
  for (const found of snapshot.sources) {
    const { title, detail } = sourceText(found)
    document.font('Helvetica-Bold').fillColor(colours.text).text(title)
    document.font('Helvetica').fillColor(colours.muted).text(detail).moveDown(0.5)
  }
  document.fillColor(colours.text)
}

const body = (document: Document, report: ReportDocument) => {
  const { snapshot } = report
  heading(document, 'O que vazou')
  document.text(
    `Este endereço aparece em ${countedLeaks(snapshot.leaks)}, com ${countedPasswords(snapshot.passwords)}. ` +
      `No relatório anterior: ${countedLeaks(snapshot.previousLeaks)} e ${countedPasswords(snapshot.previousPasswords)}.`,
  )
  document.moveDown(0.4).text('As senhas não são guardadas nem exibidas: aparecem aqui como ••••••••.')
  heading(document, 'Onde e quando')
  sources(document, report)
  heading(document, 'O que fazer')
  document.list(advice(snapshot.passwords > 0), { bulletRadius: 2, textIndent: 14, paragraphGap: 4 })
}

/** The report as a PDF, in Portuguese. */
export const renderReportPdf = async (report: ReportDocument, brand: string): Promise<Buffer> => {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: 'pt-BR',
    info: { Title: `Relatório de vazamentos - ${report.address}`, Author: brand },
  })
  frontMatter(document, report, brand)
  body(document, report)
  document.end()
  const parts: Buffer[] = []
  for await (const part of document) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
