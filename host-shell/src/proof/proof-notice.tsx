import { useSyncExternalStore } from 'react'
import { useShell } from '../platform/shell-context.ts'

/** P-SESSION-30 */
export const ProofNotice = () => {
  const { proofs } = useShell()
  const question = useSyncExternalStore(proofs.subscribe, proofs.asked)
  return question ? <question.Dialog question={question} /> : null
}
