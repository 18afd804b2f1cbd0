import {
  CONTACT_KINDS,
  SENSITIVE_KINDS,
  SEVERITY_AGE_DAYS,
  SEVERITY_GROUPS,
  SEVERITY_THRESHOLDS,
  SLOW_HASHES,
  type SeverityReason,
} from '@atalaia/contracts/severity'
import { useAddressWords } from './address-words.ts'
import { useDetailWords } from './detail-words.ts'

type DetailWords = ReturnType<typeof useDetailWords>

type SeverityRuleProps = {
  readonly counted: readonly string[]
}

/** P-SEVERITY-5 */
export const SeverityRule = ({ counted }: SeverityRuleProps) => {
  const words = useDetailWords()
  const { t } = words
  const { wordsFor } = useAddressWords()
  return (
    <>
      <p>{t('rule.sum')}</p>
      <table className="analytics-address__points-table">
        <caption>{t('rule.table')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('rule.reason')}</th>
            <th scope="col">{t('rule.points')}</th>
          </tr>
        </thead>
        {SEVERITY_GROUPS.map(({ group, reasons }) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                {t(`rule.${group}`)}
              </th>
            </tr>
            {reasons.map(({ motivo, pontos }) => (
              <tr key={motivo}>
                <td>
                  {wordsFor(motivo)} {counted.includes(motivo) && <strong>{t('rule.counts')}</strong>}
                  <Condition reason={motivo} />
                </td>
                <td>{pontos}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p>{ageingText(words)}</p>
      <p>{t('rule.address')}</p>
      <p>{levelsText(words)}</p>
    </>
  )
}

const Condition = ({ reason }: { readonly reason: SeverityReason }) => {
  const { t } = useDetailWords()
  const { listed, wordsFor } = useAddressWords()
  const anyOf = (kinds: readonly string[]) => t('rule.any', { kinds: listed(kinds.map(wordsFor)) })
  const texts: Partial<Record<SeverityReason, string>> = {
    'hash-lento': t('rule.slow', { kinds: listed(SLOW_HASHES) }),
    'log-de-infeccao': t('rule.machine'),
    'dados-sensiveis': anyOf(SENSITIVE_KINDS),
    'dados-de-contato': anyOf(CONTACT_KINDS),
  }
  return texts[reason] === undefined ? null : <small>{texts[reason]}</small>
}

const pointsOf = (reason: SeverityReason): number =>
  SEVERITY_GROUPS.flatMap(({ reasons }) => [...reasons]).find(({ motivo }) => motivo === reason)?.pontos ?? 0

const ageingText = ({ t, number }: DetailWords) =>
  t('rule.ageing', {
    points: number(pointsOf('ate-90-dias')),
    days: number(SEVERITY_AGE_DAYS['ate-90-dias']),
    laterPoints: number(pointsOf('ate-um-ano')),
    laterDays: number(SEVERITY_AGE_DAYS['ate-um-ano']),
  })

const levelsText = ({ t, number }: DetailWords) => {
  const [{ from: critical }, { from: high }, { from: medium }] = SEVERITY_THRESHOLDS
  return t('severity.rule', {
    low: number(medium - 1),
    medium: number(medium),
    mediumTop: number(high - 1),
    high: number(high),
    highTop: number(critical - 1),
    critical: number(critical),
  })
}
