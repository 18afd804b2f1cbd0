import { createPageWords } from '../language/page-words.ts'
import { coverage } from './coverage.messages.ts'

export const useCoverageWords = createPageWords({ 'pt-BR': coverage })
