import type { Exposure, Severity } from '@atalaia/contracts'
import { Badge } from '../controls/badge.tsx'
import { sourceTitle, useAddressWords } from './address-words.ts'
import './severity.css'

/** The severity with its reasons in words, which add up to its points (P-SEVERITY-1). */
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
          <p className="analytics-address__note">
            {t('severity.points', { points: gravidade.pontos })}. {t('severity.rule')}
          </p>
        </>
      ) : (
        <p>{t('severity.none')}</p>
      )}
    </section>
  )
}

export const SeverityBadge = ({ severity: { nivel } }: { readonly severity: Severity }) => {
  const { wordsFor } = useAddressWords()
  return (
    <Badge tone={`analytics-severity--${nivel}`} icon={nivel === 'nenhuma' ? 'check' : 'alert-circle'}>
      {wordsFor(nivel)}
    </Badge>
  )
}
