import { createPageWords } from '../language/page-words.ts'
import { reports } from './reports.messages.ts'

export const useReportsWords = createPageWords({ 'pt-BR': reports })
