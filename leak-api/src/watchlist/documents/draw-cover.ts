import { drawFigures, type Figure } from './draw-figures.ts'
import { shownDigest } from './document-digest.ts'
import { MARGIN, type Sheet } from './sheet.ts'
import { BRAND_MARK, COLOURS } from '../../base/brand-looks.ts'

export type Cover = {
  readonly title: string
  readonly subject: string
  readonly period: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly figures?: readonly Figure[]
}
type Issue = { readonly brand: string; readonly digest: string }

const PANEL_HEIGHT = 330
const BAND_HEIGHT = 132
const PALE_TEXT = '#c9dbea'

const panel = (sheet: Sheet, height: number) => {
  const { pdf } = sheet
  sheet.artifact(() => {
    pdf.rect(0, 0, pdf.page.width, height).fill(COLOURS.night)
    pdf.rect(0, height, pdf.page.width, 5).fill(COLOURS.leaks)
  })
}

const facts = (sheet: Sheet, rows: Cover['facts']) => {
  sheet.group('L', () => {
    for (const [label, value] of rows)
      sheet.group('LI', () => {
        const y = sheet.pdf.y
        const room = { x: sheet.left + 150, y, width: sheet.width - 150 }
        sheet.element('Lbl', () =>
          sheet.text(label, { x: sheet.left, y, width: 140 }, { size: 10.5, colour: COLOURS.muted }),
        )
        sheet.element('LBody', () => sheet.text(value, room, { size: 10.5, weight: 'bold' }))
        sheet.pdf.y = y + sheet.heightOf(value, room.width, { size: 10.5, weight: 'bold' }) + 8
      })
  })
}

const SEAL_PADDING = 14
const SEAL_TEXT = { size: 9, colour: COLOURS.muted } as const
const howToVerify = (brand: string) =>
  `Para conferir: em ${brand}, abra Relatórios, Conferir documento, e escolha este arquivo ou cole o resumo. A resposta diz se a sua organização o recebeu, quando, e se o arquivo é o mesmo.`
const sealHeight = (sheet: Sheet, brand: string) =>
  44 + sheet.heightOf(howToVerify(brand), sheet.width - 2 * SEAL_PADDING, SEAL_TEXT) + SEAL_PADDING

export const drawSeal = (sheet: Sheet, { brand, digest }: Issue): void => {
  const { pdf } = sheet
  const height = sealHeight(sheet, brand)
  sheet.keepTogether(height + 8)
  const top = pdf.y + 8
  sheet.artifact(() => pdf.roundedRect(sheet.left, top, sheet.width, height, 6).fill(COLOURS.pale))
  const at = (y: number) => ({ x: sheet.left + SEAL_PADDING, y: top + y, width: sheet.width - 2 * SEAL_PADDING })
  sheet.element('P', () => sheet.text('Resumo SHA-256 do conteúdo', at(12), SEAL_TEXT))
  sheet.element('P', () => sheet.text(shownDigest(digest), at(25), { size: 9, weight: 'bold' }))
  sheet.element('P', () => sheet.text(howToVerify(brand), at(44), SEAL_TEXT))
  pdf.x = sheet.left
  pdf.y = top + height + 8
}

/** The brand's mark and name on the night, the mark `size` high. */
const drawBrand = (sheet: Sheet, brand: string, y: number, size: number): void => {
  const { pdf, left: x, width } = sheet
  sheet.artifact(() => {
    pdf
      .save()
      .translate(x, y)
      .scale(size / 32)
    pdf.path(BRAND_MARK.beam).fill(COLOURS.beam)
    pdf.path(BRAND_MARK.tower).fill(COLOURS.white)
    pdf.restore()
  })
  const style = { size: size * 0.55, weight: 'bold', colour: COLOURS.white, single: true } as const
  sheet.element('P', () => sheet.text(brand, { x: x + size + 8, y: y + size * 0.18, width: width - size - 8 }, style))
}

export const drawCover = (sheet: Sheet, cover: Cover, issue: Issue): void => {
  const { pdf } = sheet
  const { left: x, width } = sheet
  panel(sheet, PANEL_HEIGHT)
  const at = (y: number) => ({ x, y, width })
  drawBrand(sheet, issue.brand, MARGIN - 10, 30)
  const subject = { size: 17, weight: 'bold', colour: COLOURS.white } as const
  const high = sheet.heightOf(cover.subject, width, subject)
  const below = PANEL_HEIGHT - 62 - high
  sheet.element('H1', () =>
    sheet.text(cover.title, at(below - 84), { size: 30, weight: 'bold', colour: COLOURS.white }),
  )
  sheet.element('P', () => sheet.text(cover.subject, at(below), subject))
  sheet.element('P', () => sheet.text(cover.period, at(PANEL_HEIGHT - 52), { size: 12.5, colour: PALE_TEXT }))
  pdf.y = PANEL_HEIGHT + 40
  facts(sheet, cover.facts)
  pdf.y += 28
  if (cover.figures) drawFigures(sheet, cover.figures)
  pdf.y = sheet.bottom() - sealHeight(sheet, issue.brand) - 10
  drawSeal(sheet, issue)
  pdf.addPage()
}

export const drawBand = (sheet: Sheet, { title, subject, period }: Cover, { brand }: Pick<Issue, 'brand'>): void => {
  const { pdf } = sheet
  const { left: x, width } = sheet
  panel(sheet, BAND_HEIGHT)
  const at = (y: number) => ({ x, y, width })
  drawBrand(sheet, brand, 18, 20)
  sheet.element('H1', () =>
    sheet.text(title, at(46), { size: 21, weight: 'bold', colour: COLOURS.white, single: true }),
  )
  sheet.element('P', () =>
    sheet.text(subject, at(78), { size: 12, weight: 'bold', colour: COLOURS.white, single: true }),
  )
  sheet.element('P', () => sheet.text(period, at(98), { size: 10.5, colour: PALE_TEXT, single: true }))
  pdf.x = x
  pdf.y = BAND_HEIGHT + 18
}
