import { changedSchema, restoredSchema, type HttpClient } from '@atalaia/contracts'
import { useState } from 'react'
import { useAction } from '../management/use-action.ts'

type RemovalParts = {
  readonly id: string
  readonly http: HttpClient
  readonly onRemoved: () => void
  readonly onRestored: () => void
}

/** Removes an address from its page, and restores it (P-LIST-14). `kept`: the address was not removed. */
export const useRemoval = ({ id, http, onRemoved, onRestored }: RemovalParts) => {
  const [status, setStatus] = useState<'there' | 'kept' | 'removed'>('there')
  const { isBusy, problem, run, fail } = useAction()
  const body = { ids: [id] }
  return {
    status,
    isBusy,
    problem,
    dismiss: () => {
      setStatus('there')
      fail(undefined)
    },
    remove: async () => {
      const removed = await run(() => http.postJson('/enderecos/remover', body, changedSchema))
      if (!removed) return
      setStatus(removed.alterados === 0 ? 'kept' : 'removed')
      if (removed.alterados > 0) onRemoved()
    },
    undo: async () => {
      if (!(await run(() => http.postJson('/enderecos/desfazer', body, restoredSchema)))) return
      setStatus('there')
      onRestored()
    },
  }
}

export type Removal = ReturnType<typeof useRemoval>
