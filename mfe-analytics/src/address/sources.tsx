import type { FoundSource } from '@atalaia/contracts'
import type { ReactNode } from 'react'
import { date, listed, number, sourceTitle, t, wordsFor } from './address-words.ts'
import { SeverityBadge } from './severity-part.tsx'

/** Each source with all that is known of it (P-ADDRESS-3). */
export const Sources = ({ sources }: { readonly sources: readonly FoundSource[] }) => {
  if (sources.length === 0) return null
  return (
    <section className="analytics-address__part">
      <h3>{t('sources')}</h3>
      <ul className="analytics-address__sources">
        {sources.map((source) => (
          <li key={source.fonte}>
            <h4>
              {sourceTitle(source)} <SeverityBadge severity={source.gravidade} />
              {source.verificada === false && <small>{t('source.unverified')}</small>}
            </h4>
            {source.descricao && <p>{source.descricao}</p>}
            <dl>
              <Facts source={source} />
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Facts = ({ source }: { readonly source: FoundSource }) => {
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
      {source.numero_sites > 0 && <Fact name={t('source.sites')}>{sitesText(source)}</Fact>}
      <Fact name={t('source.data')}>{listed(['email', ...dados].map(wordsFor))}</Fact>
      <Fact name={t('source.password')}>{passwordText(source)}</Fact>
    </>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const sitesText = ({ sites, numero_sites: all }: FoundSource): string => {
  const more = all - sites.length
  return more > 0 ? t('source.sitesMore', { names: sites.join(', '), more: number(more) }) : listed(sites)
}

const passwordText = ({ numero_senhas, numero_hashes, hashes, senhas_repetidas: repeated }: FoundSource): string => {
  const parts = [
    ...(numero_senhas > 0 ? [t('source.clear', { count: numero_senhas })] : []),
    ...(numero_hashes > 0 ? [t('source.hashed', { count: numero_hashes, types: listed(hashes) })] : []),
  ]
  if (parts.length === 0) return t('source.noPassword')
  if (numero_senhas === 0) return listed(parts)
  const reuse = repeated > 0 ? t('source.repeated', { count: repeated }) : t('source.unrepeated')
  return `${listed(parts)}; ${reuse}`
}
