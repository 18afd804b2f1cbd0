import { EmptyState, Icon } from '@atalaia/ui'
import { useContext, type ReactNode } from 'react'
import type { Language } from '../language/language.ts'
import { useLanguage } from '../language/use-language.ts'
import { SourcesContext } from '../links/address-link.tsx'
import type { DashboardState, Leaks } from '../state/dashboard-state.ts'

export const coverageText = (coverage: Leaks['cobertura'], { t, date }: Language): string => {
  if (!coverage) return t('coverage.unknown')
  const { fontes: sources, atualizado_em: updated } = coverage
  if (sources === 0) return t('coverage.none')
  return updated ? t('coverage.updated', { sources, day: date(updated) }) : t('coverage.sources', { sources })
}

/** 'Atualizado em 21/11/2025, 12 fontes.'; empty until the answer is there. */
export const updatedText = (coverage: Leaks['cobertura'], language: Language): string => {
  if (!coverage) return ''
  const { fontes: sources, atualizado_em: updated } = coverage
  if (sources === 0 || !updated) return language.t('coverage.is', { coverage: coverageText(coverage, language) })
  return language.t('coverage.line', { sources, day: language.date(updated) })
}

type CoveredProps = { readonly coverage: Leaks['cobertura']; readonly children: string }

/** P-DASH-34 */
export const Covered = ({ coverage, children: text }: CoveredProps): ReactNode => {
  const explain = useContext(SourcesContext)
  return coverage?.fontes ? explain(text) : text
}

/** Time of the last update, below the title (P-DASH-34). */
export const Updated = ({ coverage }: Pick<Search, 'coverage'>) => (
  <div className="analytics-updated">
    <Covered coverage={coverage}>{updatedText(coverage, useLanguage())}</Covered>
  </div>
)

type Nothing = 'none.leaks' | 'none.passwords'

/** Reports no findings in these sources, never that no leak exists (P-DASH-23). */
export const noneFoundText = (what: Nothing, coverage: Leaks['cobertura'], language: Language): string => {
  const { t } = language
  if (!coverage) return t('none.consulted', { what: t(what) })
  if (coverage.fontes === 0) return t('none.sources')
  return t('none.covered', { what: t(what), coverage: coverageText(coverage, language) })
}

/** Sources and number of addresses (`null`: unknown). Waiting addresses are not searched. */
export type Search = { readonly coverage: Leaks['cobertura']; readonly addresses: DashboardState['addresses'] }

/**
 * Only a completed search gets the good-news mark; a search that waits for owners reports it
 * (P-EMAIL-16).
 */
export const NoneFound = ({ what, search }: { what: Nothing; search: Search }) => {
  const language = useLanguage()
  const { all = 0, waiting = 0 } = search.addresses ?? {}
  if (search.addresses && all === waiting)
    return (
      <p className="analytics-nothing">
        {all === 0 ? language.t('none.addresses') : language.t('none.waiting', { waiting })}
      </p>
    )
  const searched = Boolean(search.addresses && search.coverage?.fontes)
  return (
    <p className="analytics-nothing">
      {searched && <Icon name="check" />}
      <Covered coverage={search.coverage}>{noneFoundText(what, search.coverage, language)}</Covered>
    </p>
  )
}

export const Invitation = ({ coverage }: { coverage: Leaks['cobertura'] }) => {
  const language = useLanguage()
  return (
    <EmptyState title={language.t('first.title')} icon="mail">
      <Covered coverage={coverage}>{language.t('first.text', { coverage: coverageText(coverage, language) })}</Covered>
    </EmptyState>
  )
}
