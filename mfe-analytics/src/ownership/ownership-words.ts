import { createPageWords } from '../language/page-words.ts'
import { ownership } from './ownership.messages.ts'

export const useOwnershipWords = createPageWords({
  'pt-BR': ownership,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './ownership.en.messages.ts')).ownership,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './ownership.es.messages.ts')).ownership,
})
