import { COLOURS } from '../../base/brand-looks.ts'
import Pdf from 'pdfkit'
import { createSpelling, type FontWeight } from './document-fonts.ts'

export const MARGIN = 56
const FOOTER_HEIGHT = 30
/** Letters differ in width: a part of a word takes so much of its line. */
const EVEN = 0.85
/** No line has more letters. */
const MAX_SINGLE_LENGTH = 200
const PDFUA_IDENTIFICATION = `
  <rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="">
    <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>`

export type PdfElement = PDFKit.PDFStructureElement
/** The types of pdfkit lack two of its options. */
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
  /** One line, cut where it is too long. */
  readonly single?: boolean
}
/** A place on the page, in points from its upper left corner. */
export type Box = { readonly x: number; readonly y: number; readonly width: number }

const textOptions = ({ align = 'left', lineGap = 2, single = false }: TextStyle, width: number) => ({
  width,
  align,
  lineGap,
  ...(single && { height: 1, ellipsis: true }),
})
/** Text outside of pages: what is no character is left out. */
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')

/**
 * A PDF that is being written. All that is drawn is either an element of its structure, which is read aloud, or an artifact.
 * Lengths and places are in points; `pdf.y` is the place of the next element.
 */
export type Sheet = {
  readonly pdf: PDFKit.PDFDocument
  /** The left edge and the width of the text. */
  readonly left: number
  readonly width: number
  /** The lower edge of the text on the page that `pdf` is at. */
  bottom(): number
  /** An element of the structure with what `draw` writes to the page. */
  element(type: string, draw: () => void, options?: ElementOptions): void
  /** An element that is made of the elements of `fill`. */
  group(type: string, fill: () => void, options?: ElementOptions): void
  /** Decoration, which is not read aloud. Inside another artifact, `draw` alone runs. */
  artifact(draw: () => void, kind?: PDFKit.Mixins.MarkingOptions): void
  /** Writes a text, with words broken that are wider than the box. */
  text(text: string, box: Box, style?: TextStyle): void
  /** The height of that text. */
  heightOf(text: string, width: number, style?: TextStyle): number
  /** A picture with its place and alternative text: what is written in it is not read apart. `draw` takes its top. */
  figure(height: number, alt: string, draw: (top: number) => void): void
  /** Begins a new page when fewer than `points` are left on this one. True where it did. */
  keepTogether(points: number): boolean
  /** Ends the document, and gives the file. Called once, as the last. */
  bytes(): Promise<Buffer>
}

export type SheetOptions = { readonly title: string; readonly brand: string; readonly at: Date }

/** Begins a document as PDF/UA-1 wants it: tagged, in a language, with a title and embedded fonts. */
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
  /** Words that are wider than their line, in parts that fit: pdfkit looks for the place letter by letter. */
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
