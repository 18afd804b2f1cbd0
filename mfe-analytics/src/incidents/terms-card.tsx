import type { IncidentClock } from '@atalaia/contracts/incidents'
import { Card } from '@atalaia/ui'
import { useManagementWords } from '../management/management-words.ts'
import { useIncidentsWords } from './incidents-words.ts'
import { TermBadge } from './term-badge.tsx'

type TermsCardProps = { readonly clocks: readonly IncidentClock[]; readonly now: number }

/** P-INCIDENT-2 */
export const TermsCard = ({ clocks, now }: TermsCardProps) => {
  const { t } = useIncidentsWords()
  const { momentText } = useManagementWords()
  return (
    <Card title={t('terms')}>
      <ul className="analytics-terms">
        {clocks.map((clock) => (
          <li key={clock.prazo}>
            <h3>{t(`term.${clock.prazo}`)}</h3>
            <p className="analytics-page__note">{t('term.days', { count: clock.dias_uteis, article: clock.artigo })}</p>
            <p className="analytics-terms__end">
              {clock.termina_em === null ? '—' : t('term.ends', { moment: momentText(clock.termina_em) })}
            </p>
            <TermBadge clock={clock} now={now} />
            <details>
              <summary>
                {t('term.how')}
                <span className="ui-visually-hidden">: {t(`term.${clock.prazo}`)}</span>
              </summary>
              <p>{clock.conta}</p>
            </details>
          </li>
        ))}
      </ul>
      <p className="analytics-page__note">{t('terms.lead')}</p>
    </Card>
  )
}
