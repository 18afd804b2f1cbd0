import { createPageWords } from '../language/page-words.ts'
import { today } from './today.messages.ts'

export const useTodayWords = createPageWords({ 'pt-BR': today })
