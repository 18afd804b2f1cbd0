import { useEffect, useState } from 'react'
import { messageOf } from '../message-of.ts'

/** A value that is loaded once for each `load`. Neither `value` nor `failure`: it is on its way. */
export type Loaded<Value> = { readonly value?: Value; readonly failure?: string }

/** Loads a value. What comes after the component has gone, or after another `load`, is left. */
export const useLoaded = <Value>(load: () => Promise<Value>): Loaded<Value> => {
  const [state, setState] = useState<Loaded<Value>>({})
  useEffect(() => {
    let ended = false
    const run = async () => {
      setState({})
      try {
        const value = await load()
        if (!ended) setState({ value })
      } catch (error) {
        if (!ended) setState({ failure: messageOf(error) })
      }
    }
    void run()
    return () => {
      ended = true
    }
  }, [load])
  return state
}
