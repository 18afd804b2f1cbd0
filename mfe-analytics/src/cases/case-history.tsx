import type { CaseEvent } from '@atalaia/contracts/cases'
import { useNoticeStates } from '../notices/notice-states.ts'
import { useCaseWords, type CaseWords } from './case-words.ts'

type Change = CaseEvent['mudancas'][number]

const NAMES = { estado: 'state', responsavel: 'owner', prazo: 'due' } as const
const isNamed = (field: string): field is keyof typeof NAMES => Object.hasOwn(NAMES, field)

const valueOf = (field: string, value: string, { stateName, date }: CaseWords): string => {
  if (field === 'estado') return stateName(value)
  return field === 'prazo' ? date(value) : value
}

type StepWords = CaseWords & {
  readonly stepName: (step: string) => string
  readonly noticeName: (state: string) => string
}

/** One changed field in words. `stepName` translates steps. */
export const changeText = ({ campo, de, para }: Change, words: StepWords): string => {
  const { t, stepName, noticeName } = words
  if (campo === 'nota') return t(para ? 'history.note' : 'history.noteGone')
  if (campo === 'aviso') return noticeName(para ?? '')
  if (campo === 'passo')
    return para === null
      ? t('history.undoneStep', { step: stepName(de ?? '') })
      : t('history.done', { step: stepName(para) })
  const field = isNamed(campo) ? t(NAMES[campo]) : campo
  if (para === null) return t('history.cleared', { field, from: valueOf(campo, de ?? '', words) })
  if (de === null) return t('history.set', { field, to: valueOf(campo, para, words) })
  return t('history.change', { field, from: valueOf(campo, de, words), to: valueOf(campo, para, words) })
}

const KINDS = {
  reabertura: 'history.reopened',
  'reabertura-desfeita': 'history.unreopened',
  desfazer: 'history.undone',
} as const
/** Atalaia's own acts. Other acts without person or key came from portals or deleted accounts. */
const isSystems = (kind: string) => kind === 'reabertura' || kind === 'reabertura-desfeita'
const authorOf = ({ por, chave, tipo }: CaseEvent, { t }: CaseWords): string => {
  if (por !== null) return por
  // Its words tell whose act it is.
  if (tipo === 'aviso') return ''
  return chave === undefined
    ? t(isSystems(tipo) ? 'history.system' : 'history.somebody')
    : t('history.key', { name: chave })
}
const isKind = (kind: string): kind is keyof typeof KINDS => Object.hasOwn(KINDS, kind)

type CaseHistoryProps = {
  readonly events: readonly CaseEvent[]
  readonly older: number
  readonly stepName: (step: string) => string
}

export const CaseHistory = ({ events, older, stepName }: CaseHistoryProps) => {
  const words = useCaseWords()
  const { noticeName } = useNoticeStates()
  const { t, date } = words
  return (
    <section className="analytics-case__history">
      <h5>{t('history')}</h5>
      {events.length === 0 && <p>{t('history.none')}</p>}
      <ol>
        {events.map((event, at) => (
          <li key={`${event.em} ${events.length - at}`}>
            <p>
              <time dateTime={event.em}>{date(event.em)}</time> {authorOf(event, words)}
            </p>
            <ul>
              {isKind(event.tipo) && <li>{t(KINDS[event.tipo])}</li>}
              {event.mudancas.map((change) => (
                <li key={change.campo}>{changeText(change, { ...words, stepName, noticeName })}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {older > 0 && <p>{t('history.older', { count: older })}</p>}
    </section>
  )
}
