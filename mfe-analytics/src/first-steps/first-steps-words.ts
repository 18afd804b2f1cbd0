import { createPageWords } from '../language/page-words.ts'
import { firstSteps } from './first-steps.messages.ts'

export const useFirstStepsWords = createPageWords({ 'pt-BR': firstSteps })
