import { COLOURS } from '../../base/brand-looks.ts'
import Pdf from 'pdfkit'
import { createSpelling, type FontWeight } from './document-fonts.ts'

export const MARGIN = 56
const FOOTER_HEIGHT = 30
/** Letters differ in width: parts of words take this share of a line. */
const EVEN = 0.85
/** No line has more letters. */
const MAX_SINGLE_LENGTH = 200
const PDFUA_IDENTIFICATION = `
  <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
    <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>`

export type PdfElement = PDFKit.PDFStructureElement
type ElementOptions = PDFKit.Mixins.StructureElementOptions & {
  readonly bbox?: readonly [left: number, top: number, right: number, bottom: number]
  readonly scope?: 'Row' | 'Column'
}
export type TextStyle = {
  readonly size?: number
  readonly weight?: FontWeight
  readonly colour?: string
  readonly align?: 'left' | 'right' | 'center'
  readonly lineGap?: number
  /** One line, cut when too long. */
  readonly single?: boolean
}
/** Points from the page's upper left corner. */
export type Box = { readonly x: number; readonly y: number; readonly width: number }

const textOptions = ({ align = 'left', lineGap = 2, single = false }: TextStyle, width: number) => ({
  width,
  align,
  lineGap,
  ...(single && { height: 1, ellipsis: true }),
})
/** Drops non-characters, outside of pages. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')

/**
 * Every drawing is an element, which is read aloud, or an artifact. Lengths are points; `pdf.y`:
 * the next element's place.
 */
export type Sheet = {
  readonly pdf: PDFKit.PDFDocument
  readonly left: number
  readonly width: number
  bottom(): number
  element(type: string, draw: () => void, options?: ElementOptions): void
  group(type: string, fill: () => void, options?: ElementOptions): void
  /** Not read aloud. Inside another artifact, only `draw` runs. */
  artifact(draw: () => void, kind?: PDFKit.Mixins.MarkingOptions): void
  /** Breaks words wider than the box. */
  text(text: string, box: Box, style?: TextStyle): void
  heightOf(text: string, width: number, style?: TextStyle): number
  /** Its texts are not read separately. `draw` takes the top. */
  figure(height: number, alt: string, draw: (top: number) => void): void
  /** True: began a new page for lack of `points`. */
  keepTogether(points: number): boolean
  /** Call once, as the last. */
  bytes(): Promise<Buffer>
}

export type SheetOptions = { readonly title: string; readonly brand: string; readonly at: Date }

/** For PDF/UA-1: tagged, with language, title and embedded fonts. */
export const createSheet = ({ title, brand, at }: SheetOptions): Sheet => {
  const pdf = new Pdf({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'pt-BR',
    tagged: true,
    displayTitle: true,
    // pdfkit's own subset PDF/UA also writes sets of glyphs that lack those of composed letters, which PDF/UA refuses.
    info: { Title: plain(title), Author: brand, Creator: brand, CreationDate: at, ModDate: at },
  })
  pdf.appendXML(PDFUA_IDENTIFICATION)
  const spell = createSpelling(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let parent: PdfElement = root
  let isArtifact = false

  const styled = (text: string, { size = 10, weight = 'regular', colour = COLOURS.ink }: TextStyle): string => {
    const spelling = spell(text, weight)
    pdf.font(spelling.font).fontSize(size).fillColor(colour)
    return spelling.text
  }
  /** pdfkit would search the break letter by letter. */
  const broken = (text: string, width: number): string =>
    text.replaceAll(/\S{12,}/g, (word) => {
      const wide = pdf.widthOfString(word)
      if (wide <= width) return word
      const letters = [...word]
      const room = Math.max(1, Math.floor((letters.length * width * EVEN) / wide))
      const parts: string[] = []
      for (let start = 0; start < letters.length; start += room) parts.push(letters.slice(start, start + room).join(''))
      return parts.join('\n')
    })
  const fitted = (text: string, style: TextStyle, width: number): string => {
    const shown = styled(text, style)
    return style.single === true ? shown.slice(0, MAX_SINGLE_LENGTH) : broken(shown, width)
  }
  const element: Sheet['element'] = (type, draw, options = {}) => {
    parent.add(pdf.struct(type, { ...options, ...(options.alt !== undefined && { alt: plain(options.alt) }) }, draw))
  }
  const keepTogether = (points: number): boolean => {
    if (pdf.y + points <= pdf.page.height - pdf.page.margins.bottom) return false
    pdf.addPage()
    return true
  }

  return {
    pdf,
    left: MARGIN,
    width: pdf.page.width - 2 * MARGIN,
    bottom: () => pdf.page.height - MARGIN - FOOTER_HEIGHT,
    element,
    group: (type, fill, options = {}) => {
      const outer = parent
      parent = pdf.struct(type, { ...options })
      outer.add(parent)
      fill()
      parent.end()
      parent = outer
    },
    artifact: (draw, kind = { type: 'Layout' }) => {
      // Artifacts do not nest.
      if (isArtifact) return draw()
      pdf.markContent('Artifact', kind)
      isArtifact = true
      draw()
      isArtifact = false
      pdf.endMarkedContent()
    },
    text: (text, { x, y, width }, style = {}) => {
      pdf.text(fitted(text, style, width), x, y, textOptions(style, width))
    },
    heightOf: (text, width, style = {}) => pdf.heightOfString(fitted(text, style, width), textOptions(style, width)),
    figure: (height, alt, draw) => {
      keepTogether(height)
      const top = pdf.y
      element('Figure', () => draw(top), { alt, bbox: [MARGIN, top, pdf.page.width - MARGIN, top + height] })
      pdf.x = MARGIN
      pdf.y = top + height + 10
    },
    keepTogether,
    bytes: async () => {
      root.end()
      pdf.end()
      const parts: Buffer[] = []
      for await (const part of pdf) parts.push(Buffer.from(part))
      return Buffer.concat(parts)
    },
  }
}
