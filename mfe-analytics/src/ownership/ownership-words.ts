import { createPageWords } from '../language/page-words.ts'
import { ownership } from './ownership.messages.ts'

export const useOwnershipWords = createPageWords({ 'pt-BR': ownership })
