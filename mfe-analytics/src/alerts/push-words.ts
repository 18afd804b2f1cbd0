import { createPageWords } from '../language/page-words.ts'
import { push } from './push.messages.ts'

export const usePushWords = createPageWords({ 'pt-BR': push })
