import type { HttpClient, HttpFailure, Logger, Parser } from '@atalaia/contracts'
import { useEffect, useState } from 'react'

/** An answer of the API, as far as it has come. */
export type Loaded<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly failure: HttpFailure }

export type CallParts = { readonly http: HttpClient; readonly logger: Logger }
type Wanted<Value> = CallParts & { readonly path: string; readonly schema: Parser<Value> }

/** Loads what stands at `path` of the API, which stays the same. `reload` keeps what is shown until the next answer; `show` puts another value in its place. */
export const useLoaded = <Value>({ http, logger, path, schema }: Wanted<Value>) => {
  const [state, setState] = useState<Loaded<Value>>({ status: 'loading' })
  // Another object asks again.
  const [asked, setAsked] = useState({ path })

  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const result = await http.get(asked.path, schema, { signal: left.signal })
      if (left.signal.aborted) return
      if (result.ok) return setState({ status: 'ready', value: result.value })
      const { failure } = result
      if (failure.kind !== 'status' || failure.status !== 403) logger.error(`${asked.path} did not load`, failure)
      setState((last) => (last.status === 'ready' ? last : { status: 'failed', failure }))
    }
    void load()
    return () => left.abort()
  }, [http, logger, schema, asked])

  return {
    state,
    reload: () => {
      setState((last) => (last.status === 'failed' ? { status: 'loading' } : last))
      setAsked({ path })
    },
    show: (change: (value: Value) => Value) =>
      setState((last) => (last.status === 'ready' ? { status: 'ready', value: change(last.value) } : last)),
  }
}
