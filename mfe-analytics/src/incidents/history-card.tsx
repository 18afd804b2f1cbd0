import type { IncidentEvent } from '@atalaia/contracts/incidents'
import { Card } from '@atalaia/ui'
import { useManagementWords } from '../management/management-words.ts'
import { useIncidentsWords } from './incidents-words.ts'

const EVENTS = ['registro', 'mudanca', 'decisao', 'casos', 'encerramento', 'reabertura'] as const

type HistoryCardProps = {
  readonly events: readonly IncidentEvent[]
  readonly older: number
}

export const HistoryCard = ({ events, older }: HistoryCardProps) => {
  const { t, fieldName } = useIncidentsWords()
  const { momentText } = useManagementWords()
  const changeText = ({ campo, de, para }: IncidentEvent['mudancas'][number]) =>
    de === null && para === null ? fieldName(campo) : `${fieldName(campo)} (${de ?? '—'} → ${para ?? '—'})`
  return (
    <Card title={t('history')}>
      <ol className="analytics-incident__history">
        {events.map(({ em, por, tipo, mudancas }, index) => {
          const kind = EVENTS.find((one) => one === tipo)
          return (
            <li key={events.length - index}>
              <span className="analytics-page__note">
                {momentText(em)} · {por ?? t('history.gone')}
              </span>
              <br />
              {kind ? t(`event.${kind}`) : tipo}
              {mudancas.length > 0 && `: ${mudancas.map(changeText).join('; ')}`}
            </li>
          )
        })}
      </ol>
      {older > 0 && <p className="analytics-page__note">{t('history.older', { count: older })}</p>}
    </Card>
  )
}
