import {
  analysesSchema,
  monitoredEmailsSchema,
  summarySchema,
  type HttpClient,
  type Logger,
  type Parser,
} from '@atalaia/contracts'
import { monitoredPageSchema, type MonitoredPage } from '@atalaia/contracts/monitored-page'
import type { ThunkAction, UnknownAction } from '@atalaia/react/redux'
import {
  analysesReceived,
  emailsReceived,
  receiveEnded,
  receiveStarted,
  summaryReceived,
  type DashboardState,
} from './dashboard-state.ts'

export type RootState = { readonly dashboard: DashboardState }
type LoadParts = {
  readonly http: HttpClient
  readonly logger: Logger
  readonly signal: AbortSignal
  readonly quiet?: boolean
}
type Thunk = ThunkAction<Promise<void>, RootState, undefined, UnknownAction>

/**
 * First addresses (P-EMAIL-15). remote.json has the same path, so the page asks before its code
 * arrives.
 */
const FIRST_EMAILS = '/emails?tamanho=100'

/** An older API returns all addresses at once. */
const emailsSchema: Parser<MonitoredPage> = {
  safeParse: (data) => {
    const all = monitoredEmailsSchema.safeParse(data)
    if (!all.success) return monitoredPageSchema.safeParse(data)
    const { data: linhas } = all
    const aguardam = linhas.filter(({ aguarda }) => aguarda === true).length
    return { success: true, data: { encontrados: linhas.length, todos: linhas.length, aguardam, linhas } }
  },
}

/**
 * Makes three calls (P-API-6) together (P-DASH-9), and keeps each answer at once. A failure is
 * logged (P-DASH-11), and known values stay (P-DASH-12). Loading ends with the last answer
 * (P-DASH-10). `signal` drops later answers. `quiet`: no loader.
 */
export const loadDashboard =
  ({ http, logger, signal, quiet = false }: LoadParts): Thunk =>
  async (dispatch) => {
    const part = async <Value>(path: string, schema: Parser<Value>, received: (value: Value) => UnknownAction) => {
      const result = await http.get(path, schema, { signal })
      if (signal.aborted) return
      if (result.ok) dispatch(received(result.value))
      else logger.error('Erro ao buscar dados do dashboard', { path, failure: result.failure })
    }
    if (!quiet) dispatch(receiveStarted())
    try {
      await Promise.all([
        part('/dashboard/resumo', summarySchema, summaryReceived),
        part('/clientes/me/analises', analysesSchema, analysesReceived),
        part(FIRST_EMAILS, emailsSchema, emailsReceived),
      ])
    } finally {
      if (!signal.aborted && !quiet) dispatch(receiveEnded())
    }
  }
