import type { Exposure } from '@atalaia/contracts'
import { Skeleton } from '@atalaia/ui'
import { lazy } from 'react'
import { sourceTitle, useAddressWords } from './address-words.ts'
import { Disclosure } from './disclosure.tsx'
import { SeverityBadge } from './severity-badge.tsx'

const SeverityRule = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ './severity-rule.tsx')).SeverityRule,
}))

/** P-SEVERITY-1 P-SEVERITY-5 */
export const SeverityPart = ({ exposure: { gravidade, fontes } }: { readonly exposure: Exposure }) => {
  const { t, wordsFor } = useAddressWords()
  const worst = fontes.find((source) => source.gravidade.pontos === gravidade.pontos)
  return (
    <section className="analytics-address__part">
      <h3>
        {t('severity')} <SeverityBadge severity={gravidade} />
      </h3>
      {worst ? (
        <>
          <p>{t('severity.worst', { source: sourceTitle(worst) })}</p>
          <ul className="analytics-address__reasons">
            {gravidade.motivos.map(({ motivo, pontos }) => (
              <li key={motivo}>
                <span className="analytics-address__points">+{pontos}</span> {wordsFor(motivo)}
              </li>
            ))}
          </ul>
          <p className="analytics-address__note">{t('severity.points', { points: gravidade.pontos })}.</p>
        </>
      ) : (
        <p>{t('severity.none')}</p>
      )}
      <Disclosure summary={t('rule')} fallback={<Skeleton height={24} lines={6} />}>
        {() => <SeverityRule counted={gravidade.motivos.map(({ motivo }) => motivo)} />}
      </Disclosure>
    </section>
  )
}
