import type { FoundSource, HttpClient } from '@atalaia/contracts'
import { Alert } from '@atalaia/ui'
import type { ReactNode } from 'react'
import { sourceTitle, titlesOf, useAddressWords } from './address-words.ts'
import { NewMark } from '../controls/new-mark.tsx'
import { SeverityBadge } from './severity-badge.tsx'
import { SourceFacts } from './source-facts.tsx'

export type SourceCases = {
  readonly failed: boolean
  readonly renderCase: (source: FoundSource) => ReactNode
}

type SourcesProps = {
  readonly sources: readonly FoundSource[]
  /** `undefined`: not visible. */
  readonly cases: SourceCases | undefined
  readonly http: HttpClient
  readonly id: string
}

/** P-ADDRESS-3 P-CASE-1 */
export const Sources = ({ sources, cases, http, id }: SourcesProps) => {
  const { t } = useAddressWords()
  const titleOf = titlesOf(sources)
  if (sources.length === 0) return null
  return (
    <section className="analytics-address__part">
      <h3>{t('sources')}</h3>
      {cases?.failed && <Alert kind="warning">{t('cases.failed')}</Alert>}
      <ul className="analytics-address__sources">
        {sources.map((source) => (
          <li key={source.fonte}>
            <h4>
              {sourceTitle(source)} <SeverityBadge severity={source.gravidade} />
              {source.novo && <NewMark />}
              {source.verificada === false && <small>{t('source.unverified')}</small>}
            </h4>
            {source.descricao && <p>{source.descricao}</p>}
            <dl>
              <SourceFacts source={source} http={http} id={id} titleOf={titleOf} />
            </dl>
            {cases && !cases.failed && <div className="analytics-address__case">{cases.renderCase(source)}</div>}
          </li>
        ))}
      </ul>
    </section>
  )
}
