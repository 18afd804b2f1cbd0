import { formatDate, formatNumber } from '@atalaia/ui'
import type { Leaks } from '../state/dashboard-state.ts'

/** What the numbers cover: '12 fontes, atualizado em 21/11/2025'. */
export const coverageText = (coverage: Leaks['cobertura']): string => {
  if (!coverage) return 'fontes não informadas'
  if (coverage.fontes === 0) return 'nenhuma fonte ainda'
  const sources = `${formatNumber(coverage.fontes)} ${coverage.fontes === 1 ? 'fonte' : 'fontes'}`
  return coverage.atualizado_em ? `${sources}, atualizado em ${formatDate(coverage.atualizado_em)}` : sources
}

/** Nothing was found, and where it was looked for; it never says that nothing has leaked. */
export const noneFoundText = (what: string, coverage: Leaks['cobertura']): string => {
  if (!coverage) return `${what} nas fontes consultadas.`
  return coverage.fontes === 0 ? 'Nenhuma fonte foi importada ainda.' : `${what} em ${coverageText(coverage)}.`
}
