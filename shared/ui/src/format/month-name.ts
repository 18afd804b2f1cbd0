const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
]

/** Portuguese month: 'outubro' for '2025-10'. */
export const monthName = (iso: string): string => MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''
