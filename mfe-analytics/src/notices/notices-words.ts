import { createPageWords } from '../language/page-words.ts'
import { notices } from './notices.messages.ts'

export const useNoticesWords = createPageWords({ 'pt-BR': notices })
