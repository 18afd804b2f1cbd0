import { createPageWords } from '../language/page-words.ts'
import { push } from './push.messages.ts'

export const usePushWords = createPageWords({
  'pt-BR': push,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './push.en.messages.ts')).push,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './push.es.messages.ts')).push,
})
