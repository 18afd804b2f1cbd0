import {
  exposureSchema,
  stepsSchema,
  type Exposure,
  type HttpClient,
  type HttpFailure,
  type Logger,
} from '@atalaia/contracts'
import { useEffect, useState } from 'react'

/** The knowledge about an address, as far as it has come. */
export type AddressState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly exposure: Exposure }
  | { readonly status: 'failed'; readonly failure: HttpFailure }

/** `id` is as it stands in the page's address. */
export type AddressParts = { readonly id: string; readonly http: HttpClient; readonly logger: Logger }

/** The address is not there, or not allowed: the server did its work. */
export const isRefusal = (failure: HttpFailure) => failure.kind === 'status' && [403, 404].includes(failure.status)

const read = async ({ http, logger }: AddressParts, path: string, signal?: AbortSignal): Promise<AddressState> => {
  const result = await http.get(path, exposureSchema, signal && { signal })
  if (result.ok) return { status: 'ready', exposure: result.value }
  const { failure } = result
  if (!signal?.aborted && !isRefusal(failure)) logger.error('an address did not load', failure)
  return { status: 'failed', failure }
}

/** Loads an address, and marks its steps. `reload` after a failure tries again. */
export const useAddress = (parts: AddressParts) => {
  const { id, http, logger } = parts
  const [state, setState] = useState<AddressState>({ status: 'loading' })
  const path = `/emails/${id}`

  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const next = await read({ id, http, logger }, path, left.signal)
      if (!left.signal.aborted) setState(next)
    }
    void load()
    return () => left.abort()
  }, [id, path, http, logger])

  return {
    state,
    reload: async () => {
      setState({ status: 'loading' })
      setState(await read(parts, path))
    },
    /** Loads it again, and shows what was there until it comes. */
    refresh: async () => {
      const next = await read(parts, path)
      if (next.status === 'ready') setState(next)
    },
    /** Gives back whether it was kept. */
    mark: async (passo: string, feito: boolean): Promise<boolean> => {
      const result = await http.postJson(`${path}/passos`, { passo, feito }, stepsSchema)
      if (!result.ok) {
        logger.error('a step was not kept', result.failure)
        return false
      }
      const { value: passos } = result
      setState((last) => (last.status === 'ready' ? { ...last, exposure: { ...last.exposure, passos } } : last))
      return true
    },
  }
}
