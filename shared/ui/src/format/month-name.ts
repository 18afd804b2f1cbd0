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

/** The Portuguese name of the month of an ISO date or month, 'outubro' for '2025-10'. */
export const monthName = (iso: string): string => MONTHS[Number(iso.slice(5, 7)) - 1] ?? ''
