import type { Logger, Unsubscribe } from '@atalaia/contracts'
import type { ProveAgain } from '@atalaia/kernel'
import type { ComponentType } from 'react'

export type ProofQuestion = {
  readonly refusal: unknown
  /** Repeats the waiting calls, or gives their refusals to their screens. */
  settle(proved: boolean): void
  readonly Dialog: ComponentType<ProofDialogProps>
}
export type ProofDialogProps = { readonly question: Pick<ProofQuestion, 'refusal' | 'settle'> }

/** P-SESSION-30 */
export type Proofs = {
  /** Asks once for all waiting calls. Withdraws a question without waiting calls. */
  readonly ask: ProveAgain
  asked(): ProofQuestion | undefined
  subscribe(listener: () => void): Unsubscribe
}

export type ProofsOptions = {
  readonly load: () => Promise<{ readonly ProofDialog: ComponentType<ProofDialogProps> }>
  readonly logger: Pick<Logger, 'error'>
}

export const createProofs = ({ load, logger }: ProofsOptions): Proofs => {
  const waiting = new Set<(proved: boolean) => void>()
  const listeners = new Set<() => void>()
  let question: ProofQuestion | undefined

  const show = (next: ProofQuestion | undefined) => {
    question = next
    for (const listener of listeners) listener()
  }
  const settleAll = (proved: boolean) => {
    const answered = [...waiting]
    waiting.clear()
    show(undefined)
    for (const answer of answered) answer(proved)
  }
  const open = async (refusal: unknown) => {
    try {
      const { ProofDialog } = await load()
      if (waiting.size === 0 || question !== undefined) return
      const own: ProofQuestion = {
        refusal,
        Dialog: ProofDialog,
        settle: (proved) => question === own && settleAll(proved),
      }
      show(own)
    } catch (error) {
      logger.error('shell: the dialog for a proof cannot be loaded', error)
      settleAll(false)
    }
  }

  return {
    ask: (refusal, signal) =>
      new Promise((resolve) => {
        const giveUp = () => {
          waiting.delete(resolve)
          resolve(false)
          if (waiting.size === 0 && question !== undefined) show(undefined)
        }
        waiting.add(resolve)
        signal?.addEventListener('abort', giveUp, { once: true })
        if (question === undefined) void open(refusal)
      }),
    asked: () => question,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
