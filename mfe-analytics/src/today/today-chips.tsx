import type { Today } from '@atalaia/contracts/today'
import { Link } from '@atalaia/react/router'
import { CASES_PLACE, NEW_PLACE, ROWS } from '../links/address-place.ts'
import { incidentPlace } from '../links/incident-place.ts'
import { useToday } from '../state/use-today.ts'
import { useTodayWords } from './today-words.ts'
import './today.css'

type Words = ReturnType<typeof useTodayWords>['t']
type Chip = {
  readonly id: string
  readonly tone: 'danger' | 'new' | 'warning'
  readonly text: string
  readonly to: string
}

/** The term to the ANPD: it is urgent from its last business day on (P-TODAY-4). */
const termChip = (
  { incidente, numero: number, dias_uteis: days, vencido: isOver }: NonNullable<Today['anpd']>,
  t: Words,
): Chip => {
  const ended = isOver ? t('anpd.over', { number }) : t('anpd.today', { number })
  return {
    id: 'anpd',
    tone: isOver || days <= 1 ? 'danger' : 'warning',
    text: isOver || days === 0 ? ended : t('anpd.left', { days, number }),
    to: incidentPlace(incidente),
  }
}

const OWN = 'responsavel=eu&prazo='

const ownChip = ({ seus_vencidos: overdue, seus_hoje: due }: Today, t: Words): Chip | undefined => {
  if (overdue > 0)
    return {
      id: 'own',
      tone: 'danger',
      text: t('overdue', { count: overdue }),
      to: `${CASES_PLACE}?${OWN}vencido${ROWS}`,
    }
  if (due === 0) return undefined
  return { id: 'own', tone: 'warning', text: t('due', { count: due }), to: `${CASES_PLACE}?${OWN}hoje${ROWS}` }
}

const chipsOf = (today: Today, newAddresses: number | null, t: Words): Chip[] => {
  const { casos_criticos: critical, anpd } = today
  const chips: (Chip | false | undefined)[] = [
    critical > 0 && {
      id: 'critical',
      tone: 'danger',
      text: t('critical', { count: critical }),
      to: `${CASES_PLACE}?gravidade=critica${ROWS}`,
    },
    (newAddresses ?? 0) > 0 && {
      id: 'new',
      tone: 'new',
      text: t('new', { count: newAddresses ?? 0 }),
      to: NEW_PLACE + ROWS,
    },
    ownChip(today, t),
    anpd !== null && termChip(anpd, t),
  ]
  return chips.filter((chip) => chip !== false && chip !== undefined)
}

const calmText = ({ enderecos: addresses }: Today, newAddresses: number | null, t: Words) => {
  if (addresses === 0) return t('calm.begin')
  return newAddresses === null ? t('calm.nothing') : t('calm.known')
}

export type TodayChipsProps = {
  /** Addresses of which something was found since the last visit; `null`: not known, or a first visit. */
  readonly newAddresses: number | null
  readonly isWaiting: boolean
}

/** New, critical and due cases as links (P-TODAY-1). Keeps its room without an answer. */
export const TodayChips = ({ newAddresses, isWaiting }: TodayChipsProps) => {
  const { t } = useTodayWords()
  const today = useToday({ loads: false })
  const chips = today && !isWaiting ? chipsOf(today, newAddresses, t) : []
  return (
    <section className="analytics-today" aria-label={t('title')}>
      {chips.length > 0 ? (
        <ul>
          {chips.map(({ id, tone, text, to }) => (
            <li key={id}>
              <Link to={to} className={`analytics-today__chip analytics-today__chip--${tone}`}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p>{today && !isWaiting && calmText(today, newAddresses, t)}</p>
      )}
    </section>
  )
}
