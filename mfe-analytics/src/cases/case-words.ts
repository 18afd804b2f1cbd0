import { saoPauloDay } from '@atalaia/contracts'
import { CASE_STATES, CLOSED_STATES, type LeakCase } from '@atalaia/contracts/cases'
import { createPageWords } from '../language/page-words.ts'
import { useManagementWords } from '../management/management-words.ts'
import { cases } from './cases.messages.ts'

const useWords = createPageWords({
  'pt-BR': cases,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './cases.en.messages.ts')).cases,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './cases.es.messages.ts')).cases,
})

export const useCaseWords = () => {
  const words = useWords()
  const { reasonText } = useManagementWords()
  return {
    ...words,
    reasonText,
    /** Returns an unknown state unchanged. */
    stateName: (state: string): string => {
      const known = CASE_STATES.find((one) => one === state)
      return known ? words.t(`state.${known}`) : state
    },
  }
}

export type CaseWords = ReturnType<typeof useCaseWords>

export const isClosed = (state: string): boolean => CLOSED_STATES.some((one) => one === state)

/** True when the due day is past and work is left. */
export const isLate = ({ prazo, estado }: Pick<LeakCase, 'prazo' | 'estado'>): boolean =>
  prazo !== null && !isClosed(estado) && prazo < saoPauloDay()
