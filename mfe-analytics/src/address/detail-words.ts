import { createPageWords } from '../language/page-words.ts'
import { detail } from './detail.messages.ts'

export const useDetailWords = createPageWords({
  'pt-BR': detail,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './detail.en.messages.ts')).detail,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './detail.es.messages.ts')).detail,
})
