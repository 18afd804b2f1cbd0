/** The colours of all that leaves the product: documents and mails. They hold on white (WCAG 1.4.3). */
export const COLOURS = {
  ink: '#16202c',
  muted: '#526070',
  accent: '#0f5f8c',
  night: '#0d2b42',
  beam: '#f6c453',
  pale: '#eef3f7',
  line: '#d5dce4',
  leaks: '#b8500f',
  passwords: '#b4183f',
  white: '#ffffff',
} as const

/** The colours of the levels of severity, which hold white letters. */
export const LEVEL_COLOURS: Readonly<Record<string, string>> = {
  critica: '#8f1230',
  alta: '#b8500f',
  media: '#8a6a00',
  baixa: '#4b6b85',
}

/** The brand's mark in a square of 32 units: a watchtower, and the beam of its light. */
export const BRAND_MARK = {
  beam: 'M16 8.5 31 2v13z',
  tower: 'M10 6.5 16 2l6 4.5V11H10zM8.5 12.5h15v2.6h-15zM11 16.6h10L23 30H9z',
} as const
