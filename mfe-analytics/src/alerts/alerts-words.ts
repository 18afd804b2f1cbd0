import { createPageWords } from '../language/page-words.ts'
import { alerts } from './alerts.messages.ts'

export const useAlertsWords = createPageWords({
  'pt-BR': alerts,
  en: async () => (await import(/* webpackChunkName: "pages-en" */ './alerts.en.messages.ts')).alerts,
  es: async () => (await import(/* webpackChunkName: "pages-es" */ './alerts.es.messages.ts')).alerts,
})
