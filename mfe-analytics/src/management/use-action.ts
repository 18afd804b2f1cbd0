import { useAction as useOneAction } from '@atalaia/ui'
import { useManagementWords } from './management-words.ts'

/** One call at a time, with the reason of its failure in the language of the screen. */
export const useAction = () => useOneAction(useManagementWords().reasonText)
