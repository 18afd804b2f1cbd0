import { createPageWords } from '../language/page-words.ts'
import { reports } from './reports.messages.ts'

export const useReportsWords = createPageWords({
  'pt-BR': reports,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './reports.en.messages.ts')).reports,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './reports.es.messages.ts')).reports,
})
