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
  readonly key: string
  readonly content: ReactNode
  readonly tone: 'leak' | 'here' | 'own' | 'case'
}

export type TimelineProps = {
  readonly exposure: Exposure
  /** The decisions about its cases; `undefined` where they are not to be seen, and until they have come. */
  readonly decisions: CaseDecisions | undefined
  /** Leads to the case of a source, with its history. */
  readonly onOpenCase: ((source: string) => void) | undefined
}

const dayOf = (instant: string) => saoPauloDay(new Date(instant))

const told = (day: string, content: string, tone: Event['tone']): Event => ({ day, key: content, content, tone })

const eventsOf = ({ fontes, adicionado_em: added, passos }: Exposure, { t, wordsFor }: AddressWords): Event[] => [
  told(dayOf(added), t('event.added'), 'own'),
  ...fontes.flatMap((source) => {
    const name = sourceTitle(source)
    const leaked = told(source.dia, t('event.leaked', { source: name }), 'leak')
    const { aqui_desde: since } = source
    return since === null ? [leaked] : [leaked, told(dayOf(since), t('event.here', { source: name }), 'here')]
  }),
  ...passos.flatMap(({ passo, feito_em: at }) =>
    at === null ? [] : [told(dayOf(at), t('event.done', { step: wordsFor(passo) }), 'own')],
  ),
]

/** The last first; of one day the first ones stay first. */
const byDay = (events: readonly Event[]) => events.toSorted((a, b) => (a.day < b.day ? 1 : -Number(a.day > b.day)))

/** The days on which an address leaked, became known here and was acted on, with what was decided about its cases (P-ADDRESS-14). */
export const Timeline = ({ exposure, decisions, onOpenCase }: TimelineProps) => {
  const words = useAddressWords()
  const { t, date } = words
  const titleOf = titlesOf(exposure.fontes)
  const { linhas: lines, anteriores: older } = decisions ?? { linhas: [], anteriores: [] }
  // They come after what they are about.
  const decided = lines.map((decision, index): Event => ({
    day: dayOf(decision.em),
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
        {byDay([...decided, ...eventsOf(exposure, words)]).map(({ day, key, content, tone }) => (
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
