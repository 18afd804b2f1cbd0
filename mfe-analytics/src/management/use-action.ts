import { useAction as useOneAction } from '@atalaia/ui'
import { useManagementWords } from './management-words.ts'

/** One call at a time; failures are in the screen's language. */
export const useAction = () => useOneAction(useManagementWords().reasonText)
