import type { HttpClient } from '@atalaia/contracts'
import { todaySchema, type Today } from '@atalaia/contracts/today'

/** Today's tasks, in one store for all pages of a client. */
export type TodayStore = {
  /** The last answer for that person and organisation; `null` after a failure, `undefined` before the first answer. */
  of(seer: string | undefined): Today | null | undefined
  /** Keeps the last answer until a new one, and after a failure. */
  load(seer: string | undefined): Promise<void>
  subscribe(listener: () => void): () => void
}

const createTodayStore = (http: HttpClient): TodayStore => {
  const listeners = new Set<() => void>()
  let known: { readonly seer: string; readonly today: Today | null } | undefined
  let asked = 0
  const of: TodayStore['of'] = (seer) => (known?.seer === seer ? known?.today : undefined)
  return {
    of,
    load: async (seer) => {
      if (seer === undefined) return
      const mine = (asked += 1)
      // Servers of before have no such call, and support may not make it: the page does without, in silence.
      const result = await http.get('/dashboard/hoje', todaySchema)
      if (mine !== asked) return
      known = { seer, today: result.ok ? result.value : (of(seer) ?? null) }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const stores = new WeakMap<HttpClient, TodayStore>()

export const todayStoreOf = (http: HttpClient): TodayStore => {
  const known = stores.get(http) ?? createTodayStore(http)
  stores.set(http, known)
  return known
}
