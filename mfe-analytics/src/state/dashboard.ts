import type { HttpClient, HttpResult, RemoteContext } from '@atalaia/contracts'
import { monitoredPageSchema, type MonitoredPage } from '@atalaia/contracts/monitored-page'
import { configureStore } from '@atalaia/react/redux'
import { dashboardReducer, forgotten } from './dashboard-state.ts'
import { loadDashboard } from './load-dashboard.ts'
import { seerOf } from '../session/seer-of.ts'

const makeStore = () => configureStore({ reducer: { dashboard: dashboardReducer } })

export type Dashboard = {
  readonly store: ReturnType<typeof makeStore>
  /** Loads code and data together, before the screen exists. Does nothing while the screen is there. */
  loadAhead(): void
  /** Loads for a new screen, unless `loadAhead` already does. The returned function marks its end. */
  open(): () => void
  reload(): Promise<void>
  /** On success all numbers reload (P-EMAIL-4); a failure is logged (P-EMAIL-5). */
  addEmail(email: string): Promise<HttpResult<unknown>>
  emailsPage(query: string, signal: AbortSignal): Promise<HttpResult<MonitoredPage>>
}

/** Accepts any answer: callers ignore it (P-API-5). */
const unused = { safeParse: (data: unknown) => ({ success: true as const, data }) }

/** `beside`: runs at each load. Default: no other load. */
export const createDashboard = (
  context: RemoteContext,
  http: HttpClient,
  beside: (seer: string | undefined) => void = () => {},
): Dashboard => {
  const { bus, logger, signal } = context
  const store = makeStore()
  let latest: AbortController | undefined
  let ahead = false
  let shown = 0

  const load = async (quiet: boolean) => {
    latest?.abort()
    const mine = (latest = new AbortController())
    const ends = AbortSignal.any([signal, mine.signal])
    const loading = store.dispatch(loadDashboard({ http, logger, signal: ends, quiet }))
    beside(who)
    await loading
    if (latest === mine) latest = undefined
    catchUp()
  }
  const reload = () => {
    ahead = false
    return load(false)
  }

  // The first revision is compared with the load's own. A change during a load may be in some of its answers alone, so each
  // further one is loaded (P-DASH-105).
  let [heard, caughtUp]: (string | undefined)[] = []
  const catchUp = () => {
    if (heard === undefined || latest || shown === 0 || who === undefined) return
    const before = caughtUp ?? store.getState().dashboard.revision
    caughtUp = heard
    heard = undefined
    if (before !== caughtUp) void load(true)
  }

  const forget = () => {
    ahead = false
    heard = caughtUp = undefined
    latest?.abort()
    store.dispatch(forgotten())
  }

  // Another one's numbers must not be there when another person signs in without a new page, or an organisation is left
  // (P-DASH-14).
  let who = seerOf(bus.peek('session:changed'))
  const stop = bus.subscribe('session:changed', (session) => {
    const now = seerOf(session)
    if (now === who) return
    who = now
    forget()
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    bus.subscribe('numbers:changed', ({ revision }) => {
      heard = revision
      catchUp()
    })
  } catch {
    // A shell from before contract 1.16 does not know the event.
  }

  return {
    store,
    reload,
    loadAhead: () => {
      if (who === undefined || shown > 0) return
      void reload()
      ahead = true
    },
    open: () => {
      if (!ahead && who !== undefined) void reload()
      ahead = false
      shown += 1
      return () => void (shown -= 1)
    },
    emailsPage: (query, pageSignal) => http.get(`/emails?${query}`, monitoredPageSchema, { signal: pageSignal }),
    addEmail: async (email) => {
      const result = await http.postJson('/emails', { email }, unused)
      if (result.ok) void reload()
      else logger.error('Erro ao enviar email.', result.failure)
      return result
    },
  }
}
