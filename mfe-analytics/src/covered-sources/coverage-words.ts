import { createPageWords } from '../language/page-words.ts'
import { coverage } from './coverage.messages.ts'

export const useCoverageWords = createPageWords({
  'pt-BR': coverage,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './coverage.en.messages.ts')).coverage,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './coverage.es.messages.ts')).coverage,
})
