import { EmptyState, formatDate, formatNumber, Icon } from '@atalaia/ui'
import type { Leaks } from '../state/dashboard-state.ts'

/** The sources that the numbers come from: '12 fontes, atualizado em 21/11/2025'. */
export const coverageText = (coverage: Leaks['cobertura']): string => {
  if (!coverage) return 'fontes não informadas'
  if (coverage.fontes === 0) return 'nenhuma fonte ainda'
  const sources = `${formatNumber(coverage.fontes)} ${coverage.fontes === 1 ? 'fonte' : 'fontes'}`
  return coverage.atualizado_em ? `${sources}, atualizado em ${formatDate(coverage.atualizado_em)}` : sources
}

/** The sentence of an empty result: nothing was found in these sources, never that nothing has leaked (P-DASH-23). */
export const noneFoundText = (what: string, coverage: Leaks['cobertura']): string => {
  if (!coverage) return `${what} nas fontes consultadas.`
  return coverage.fontes === 0 ? 'Nenhuma fonte foi importada ainda.' : `${what} em ${coverageText(coverage)}.`
}

/** A search for leaks: in which sources, and for how many addresses (`null`: not known). */
export type Search = { readonly coverage: Leaks['cobertura']; readonly addresses: number | null }

/** The content of a widget without a result. Only a search that took place has the mark of good news. */
export const NoneFound = ({ what, search }: { what: string; search: Search }) => {
  if (search.addresses === 0) {
    return <p className="analytics-nothing">Os números vêm com o primeiro endereço monitorado.</p>
  }
  const searched = Boolean(search.addresses && search.coverage?.fontes)
  return (
    <p className="analytics-nothing">
      {searched && <Icon name="check" />}
      {noneFoundText(what, search.coverage)}
    </p>
  )
}

/** The text above the form of an organisation that monitors no address yet. */
export const Invitation = ({ coverage }: { coverage: Leaks['cobertura'] }) => (
  <EmptyState title="Comece pelo primeiro endereço da sua empresa" icon="mail">
    {`Ele será procurado em tudo o que já foi importado (${coverageText(coverage)}) e de novo a cada nova fonte.`}
  </EmptyState>
)
