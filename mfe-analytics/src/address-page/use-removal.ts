import { changedSchema, restoredSchema, type HttpClient, type HttpFailure } from '@atalaia/contracts'
import { useState } from 'react'

/** Whether an address is still there; `kept`: it was not removed. */
export type RemovalState =
  | { readonly status: 'there' | 'kept' | 'removed' }
  | { readonly status: 'failed'; readonly failure: HttpFailure; readonly wasRemoved: boolean }

type RemovalParts = {
  readonly id: string
  readonly http: HttpClient
  readonly onRemoved: () => void
  /** Called after the address has come back, or was there already. */
  readonly onRestored: () => void
}

/** Removes an address from its own page, and takes that back (P-LIST-14). One call at a time. */
export const useRemoval = ({ id, http, onRemoved, onRestored }: RemovalParts) => {
  const [state, setState] = useState<RemovalState>({ status: 'there' })
  const [isBusy, setBusy] = useState(false)
  const body = { ids: [id] }
  return {
    state,
    isBusy,
    isRemoved: state.status === 'removed' || (state.status === 'failed' && state.wasRemoved),
    dismiss: () => setState({ status: 'there' }),
    remove: async () => {
      if (isBusy) return
      setBusy(true)
      const result = await http.postJson('/enderecos/remover', body, changedSchema)
      setBusy(false)
      if (!result.ok) return setState({ status: 'failed', failure: result.failure, wasRemoved: false })
      if (result.value.alterados === 0) return setState({ status: 'kept' })
      setState({ status: 'removed' })
      onRemoved()
    },
    undo: async () => {
      if (isBusy) return
      setBusy(true)
      const result = await http.postJson('/enderecos/desfazer', body, restoredSchema)
      setBusy(false)
      if (!result.ok) return setState({ status: 'failed', failure: result.failure, wasRemoved: true })
      setState({ status: 'there' })
      onRestored()
    },
  }
}

export type Removal = ReturnType<typeof useRemoval>
