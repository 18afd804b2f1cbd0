import type { IncidentClock } from '@atalaia/contracts/incidents'
import { Badge } from '../controls/badge.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { useIncidentsWords } from './incidents-words.ts'

const HOUR_MS = 3_600_000
const [GOOD, BAD] = ['analytics-state--good', 'analytics-state--bad']

/** The outcome of a term, or the time that it still runs. */
export const TermBadge = ({ clock, now }: { readonly clock: IncidentClock; readonly now: number }) => {
  const { t } = useIncidentsWords()
  const { momentText } = useManagementWords()
  const { situacao, termina_em: end, cumprido_em: done } = clock
  const moment = momentText(done)
  switch (situacao) {
    case 'cumprido':
      return (
        <Badge icon="check-circle" tone={GOOD}>
          {t('clock.cumprido', { moment })}
        </Badge>
      )
    case 'cumprido-com-atraso':
      return (
        <Badge icon="alert-circle" tone={BAD}>
          {t('clock.cumprido-com-atraso', { moment })}
        </Badge>
      )
    case 'nao-se-comunica':
      return <Badge icon="minus">{t('decision.nao-comunicar')}</Badge>
    default: {
      if (end === null) return <Badge icon="clock">{t('clock.nao-comecou')}</Badge>
      const left = Date.parse(end) - now
      if (situacao === 'vencido' || left < 0)
        return (
          <Badge icon="alert-triangle" tone={BAD}>
            {t('clock.vencido')}
          </Badge>
        )
      const hours = Math.floor(left / HOUR_MS)
      return <Badge icon="clock">{t('clock.corre', { days: Math.floor(hours / 24), hours: hours % 24 })}</Badge>
    }
  }
}
