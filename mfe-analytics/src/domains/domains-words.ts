import { createPageWords } from '../language/page-words.ts'
import { domains } from './domains.messages.ts'

export const useDomainsWords = createPageWords({ 'pt-BR': domains })
