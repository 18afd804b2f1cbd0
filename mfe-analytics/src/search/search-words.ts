import { createPageWords } from '../language/page-words.ts'
import { search } from './search.messages.ts'

export const useSearchWords = createPageWords({ 'pt-BR': search })
