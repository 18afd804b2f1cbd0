import { createPageWords } from '../language/page-words.ts'
import { detail } from './detail.messages.ts'

/** The words of what the page of one address opens on demand: lists that name a level or a kind of data do without them. */
export const useDetailWords = createPageWords({
  'pt-BR': detail,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './detail.en.messages.ts')).detail,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './detail.es.messages.ts')).detail,
})
