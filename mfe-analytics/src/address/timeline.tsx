import { saoPauloDay, type Exposure } from '@atalaia/contracts'
import type { CaseDecisions } from '@atalaia/contracts/cases'
import { lazy, Suspense, type ReactNode } from 'react'
import { TextButton } from '../controls/text-button.tsx'
import { sourceTitle, titlesOf, useAddressWords, type AddressWords } from './address-words.ts'

const DecisionText = lazy(async () => ({
  default: (await import(/* webpackChunkName: "on-demand" */ './decision-text.tsx')).DecisionText,
}))

type Event = {
  readonly day: string
  /** Instant within the day; '' where only the day is known. */
  readonly at: string
  readonly key: string
  readonly content: ReactNode
  readonly tone: 'leak' | 'here' | 'own' | 'case'
}

export type TimelineProps = {
  readonly exposure: Exposure
  readonly decisions: CaseDecisions | undefined
  readonly onOpenCase: ((source: string) => void) | undefined
}

const dayOf = (instant: string) => saoPauloDay(new Date(instant))

type Told = Pick<Event, 'tone'> & { readonly content: string }
const toldOn = (day: string, { content, tone }: Told): Event => ({ day, at: '', key: content, content, tone })
const toldAt = (at: string, told: Told): Event => ({ ...toldOn(dayOf(at), told), at })

const eventsOf = ({ fontes, adicionado_em: added, passos }: Exposure, { t, wordsFor }: AddressWords): Event[] => [
  toldAt(added, { content: t('event.added'), tone: 'own' }),
  ...fontes.flatMap((source) => {
    const name = sourceTitle(source)
    const leaked = toldOn(source.dia, { content: t('event.leaked', { source: name }), tone: 'leak' })
    const { aqui_desde: since, dia_informado: told } = source
    return [
      ...(told === false ? [] : [leaked]),
      ...(since === null ? [] : [toldAt(since, { content: t('event.here', { source: name }), tone: 'here' })]),
    ]
  }),
  ...passos.flatMap(({ passo, feito_em: at }) =>
    at === null ? [] : [toldAt(at, { content: t('event.done', { step: wordsFor(passo) }), tone: 'own' })],
  ),
]

const newestFirst = (a: string, b: string) => (a < b ? 1 : -Number(a > b))
const byTime = (events: readonly Event[]) =>
  events.toSorted((a, b) => newestFirst(a.day, b.day) || newestFirst(a.at, b.at))

/** P-ADDRESS-14 */
export const Timeline = ({ exposure, decisions, onOpenCase }: TimelineProps) => {
  const words = useAddressWords()
  const { t, date } = words
  const titleOf = titlesOf(exposure.fontes)
  const { linhas: lines, anteriores: older } = decisions ?? { linhas: [], anteriores: [] }
  const decided = lines.map((decision, index): Event => ({
    day: dayOf(decision.em),
    at: decision.em,
    key: String(lines.length - index),
    tone: 'case',
    content: (
      <Suspense fallback="…">
        <DecisionText decision={decision} source={titleOf(decision.fonte)} />
      </Suspense>
    ),
  }))
  return (
    <section className="analytics-address__part">
      <h3>{t('timeline')}</h3>
      <ol className="analytics-address__timeline">
        {byTime([...decided, ...eventsOf(exposure, words)]).map(({ day, key, content, tone }) => (
          <li key={`${day} ${key}`} className={`analytics-address__event--${tone}`}>
            <time dateTime={day}>{date(day)}</time> <span>{content}</span>
          </li>
        ))}
      </ol>
      {older.length > 0 && (
        <p className="analytics-address__note">
          {t('event.older', { count: older.reduce((sum, { numero }) => sum + numero, 0) })}{' '}
          {older.map(({ fonte, numero }, index) => {
            const name = t('event.olderOf', { source: titleOf(fonte), count: numero })
            return (
              <span key={fonte}>
                {index > 0 && ', '}
                {onOpenCase ? <TextButton onClick={() => onOpenCase(fonte)}>{name}</TextButton> : name}
              </span>
            )
          })}
        </p>
      )}
    </section>
  )
}
