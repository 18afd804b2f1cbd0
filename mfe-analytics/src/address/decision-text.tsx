import type { CaseDecisions } from '@atalaia/contracts/cases'
import { useDetailWords } from './detail-words.ts'

export type Decision = CaseDecisions['linhas'][number]
type DetailWords = ReturnType<typeof useDetailWords>

const STATES = {
  novo: 'event.case.novo',
  'em-andamento': 'event.case.em-andamento',
  tratado: 'event.case.tratado',
  'nao-e-nosso': 'event.case.nao-e-nosso',
  aceito: 'event.case.aceito',
} as const
const isState = (state: string): state is keyof typeof STATES => Object.hasOwn(STATES, state)

/** Newer evidence changes states by these acts. */
const BY_EVIDENCE = { reabertura: 'event.reopened', 'reabertura-desfeita': 'event.unreopened' } as const
const isByEvidence = (kind: string): kind is keyof typeof BY_EVIDENCE => Object.hasOwn(BY_EVIDENCE, kind)

const changeText = ({ campo, para }: Decision['mudancas'][number], source: string, { t, date }: DetailWords) => {
  if (campo === 'prazo')
    return para === null ? t('event.dueGone', { source }) : t('event.due', { source, day: date(para) })
  const state = para ?? 'novo'
  return isState(state) ? t(STATES[state], { source }) : t('event.case.other', { source, state })
}

type DecisionTextProps = {
  readonly decision: Decision
  readonly source: string
}

export const DecisionText = ({ decision: { tipo, por, chave, mudancas }, source }: DecisionTextProps) => {
  const words = useDetailWords()
  const { t } = words
  const facts = isByEvidence(tipo)
    ? [t(BY_EVIDENCE[tipo], { source })]
    : [
        ...mudancas.map((change) => changeText(change, source, words)),
        tipo === 'desfazer' && t('event.undone'),
        por !== null && t('event.by', { person: por }),
        chave !== undefined && t('event.byKey', { name: chave }),
      ]
  return facts.filter(Boolean).join(' · ')
}
