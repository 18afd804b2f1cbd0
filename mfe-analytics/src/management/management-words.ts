import { serverMessage, TIME_ZONE, type HttpFailure } from '@atalaia/contracts'
import { createPageWords } from '../language/page-words.ts'
import { refusalIn } from '../language/refusal.ts'
import { management } from './management.messages.ts'

const useWords = createPageWords({
  'pt-BR': management,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './management.en.messages.ts')).management,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './management.es.messages.ts')).management,
})

const formats = new Map<string, Intl.DateTimeFormat>()
const momentsOf = (locale: string): Intl.DateTimeFormat => {
  const format =
    formats.get(locale) ??
    new Intl.DateTimeFormat(locale, {
      timeZone: TIME_ZONE,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
  formats.set(locale, format)
  return format
}

export const useManagementWords = () => {
  const words = useWords()
  const { t, locale, name, refusal } = words
  return {
    ...words,
    /** The server's Portuguese, or a translation. */
    reasonText: (failure: HttpFailure, otherwise?: string): string => {
      if (failure.kind !== 'status') return t(`failed.${failure.kind}`)
      const known = refusalIn(failure)
      const own = (name === 'pt-BR' ? serverMessage(failure.body) : undefined) ?? (known && refusal(known))
      return own ?? otherwise ?? t(failure.status < 500 ? 'failed.refused' : 'failed.status')
    },
    /** São Paulo's '21/11/2025, 12:00'. */
    momentText: (iso: string | null): string => (iso === null ? t('never') : momentsOf(locale).format(new Date(iso))),
  }
}
