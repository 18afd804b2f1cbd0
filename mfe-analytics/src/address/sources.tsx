import type { FoundSource } from '@atalaia/contracts'
import { Alert } from '@atalaia/ui'
import type { ReactNode } from 'react'
import { sourceTitle, useAddressWords, type AddressWords } from './address-words.ts'
import { NewMark } from '../controls/new-mark.tsx'
import { TextButton } from '../controls/text-button.tsx'
import { SeverityBadge } from './severity-part.tsx'

/** The cases of an address, for its sources. */
export type SourceCases = {
  /** Whether they could not be loaded. */
  readonly failed: boolean
  readonly renderCase: (source: FoundSource) => ReactNode
}

type SourcesProps = {
  readonly sources: readonly FoundSource[]
  /** `undefined`: they are not to be seen. */
  readonly cases: SourceCases | undefined
  /** Shows the rows of the address's passwords. */
  readonly onExplain: () => void
}

/** Each source with all that is known of it (P-ADDRESS-3), and its case (P-CASE-1). */
export const Sources = ({ sources, cases, onExplain }: SourcesProps) => {
  const { t } = useAddressWords()
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
              <Facts source={source} onExplain={onExplain} />
            </dl>
            {cases && !cases.failed && <div className="analytics-address__case">{cases.renderCase(source)}</div>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Facts = ({ source, onExplain }: Pick<SourcesProps, 'onExplain'> & { readonly source: FoundSource }) => {
  const words = useAddressWords()
  const { t, date, listed, wordsFor } = words
  const { visto_por_ultimo: last, publico_em: known, aqui_desde: since, tipo, site, dados, maquinas } = source
  const kind = tipo === null ? t('source.unknown') : wordsFor(tipo)
  return (
    <>
      <Fact name={t('source.day')}>{date(source.dia)}</Fact>
      {last !== source.dia && <Fact name={t('source.last')}>{date(last)}</Fact>}
      {known !== null && <Fact name={t('source.public')}>{date(known)}</Fact>}
      {since !== null && <Fact name={t('source.here')}>{date(since)}</Fact>}
      <Fact name={t('source.kind')}>
        {maquinas > 0 ? `${kind}, ${t('source.machines', { count: maquinas })}` : kind}
      </Fact>
      {site !== null && <Fact name={t('source.site')}>{site}</Fact>}
      {source.numero_sites > 0 && <Fact name={t('source.sites')}>{sitesText(source, words)}</Fact>}
      <Fact name={t('source.data')}>{listed(['email', ...dados].map(wordsFor))}</Fact>
      <Fact name={t('source.password')}>
        {source.numero_senhas === 0 ? (
          passwordText(source, words)
        ) : (
          <TextButton title={t('explain')} onClick={onExplain}>
            {passwordText(source, words)}
          </TextButton>
        )}
      </Fact>
    </>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const sitesText = ({ sites, numero_sites: all }: FoundSource, { t, number, listed }: AddressWords): string => {
  const more = all - sites.length
  return more > 0 ? t('source.sitesMore', { names: sites.join(', '), more: number(more) }) : listed(sites)
}

const passwordText = (source: FoundSource, { t, listed }: AddressWords): string => {
  const { numero_senhas, numero_hashes, hashes, senhas_repetidas: repeated } = source
  const parts = [
    ...(numero_senhas > 0 ? [t('source.clear', { count: numero_senhas })] : []),
    ...(numero_hashes > 0 ? [t('source.hashed', { count: numero_hashes, types: listed(hashes) })] : []),
  ]
  if (parts.length === 0) return t('source.noPassword')
  if (numero_senhas === 0) return listed(parts)
  const reuse = repeated > 0 ? t('source.repeated', { count: repeated }) : t('source.unrepeated')
  return `${listed(parts)}; ${reuse}`
}
