import { saoPauloDay, type Exposure } from '@atalaia/contracts'
import { sourceTitle, useAddressWords, type AddressWords } from './address-words.ts'

type Event = { readonly day: string; readonly text: string; readonly tone: 'leak' | 'here' | 'own' }

const dayOf = (instant: string) => saoPauloDay(new Date(instant))

/** The events of an address, the last first. */
const eventsOf = ({ fontes, adicionado_em: added, passos }: Exposure, { t, wordsFor }: AddressWords): Event[] =>
  [
    { day: dayOf(added), text: t('event.added'), tone: 'own' as const },
    ...fontes.flatMap((source) => {
      const name = sourceTitle(source)
      const leaked = { day: source.dia, text: t('event.leaked', { source: name }), tone: 'leak' as const }
      const { aqui_desde: since } = source
      if (since === null) return [leaked]
      return [leaked, { day: dayOf(since), text: t('event.here', { source: name }), tone: 'here' as const }]
    }),
    ...passos.flatMap(({ passo, feito_em: at }) =>
      at === null ? [] : [{ day: dayOf(at), text: t('event.done', { step: wordsFor(passo) }), tone: 'own' as const }],
    ),
  ].toSorted((a, b) => (a.day < b.day ? 1 : -Number(a.day > b.day)))

export const Timeline = ({ exposure }: { readonly exposure: Exposure }) => {
  const words = useAddressWords()
  const { t, date } = words
  return (
    <section className="analytics-address__part">
      <h3>{t('timeline')}</h3>
      <ol className="analytics-address__timeline">
        {eventsOf(exposure, words).map(({ day, text, tone }) => (
          <li key={`${day} ${text}`} className={`analytics-address__event--${tone}`}>
            <time dateTime={day}>{date(day)}</time> <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
