import type { IncidentClock } from '@atalaia/contracts/incidents'
import { Badge } from '../controls/badge.tsx'
import { useManagementWords } from '../management/management-words.ts'
import { useIncidentsWords } from './incidents-words.ts'

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000]
const [GOOD, NEAR, BAD] = ['analytics-state--good', 'analytics-state--near', 'analytics-state--bad']
const NEAR_DAYS = 3

/** The outcome of a term, or the time that it still runs, coloured by how near its end is (P-INCIDENT-13). */
export const TermBadge = ({ clock, now }: { readonly clock: IncidentClock; readonly now: number }) => {
  const { t, endText } = useIncidentsWords()
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
      const days = Math.floor(left / DAY_MS)
      const last = endText(end)
      const tone = days === 0 ? BAD : days <= NEAR_DAYS ? NEAR : ''
      return (
        <Badge icon="clock" tone={tone}>
          {days > 0
            ? t('clock.days', { days, end: last })
            : t('clock.hours', { hours: Math.floor(left / HOUR_MS), end: last })}
        </Badge>
      )
    }
  }
}
