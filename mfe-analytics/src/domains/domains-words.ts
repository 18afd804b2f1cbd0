import { createPageWords } from '../language/page-words.ts'
import { domains } from './domains.messages.ts'

export const useDomainsWords = createPageWords({
  'pt-BR': domains,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './domains.en.messages.ts')).domains,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './domains.es.messages.ts')).domains,
})
