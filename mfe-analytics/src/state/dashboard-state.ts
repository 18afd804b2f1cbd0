import type { Analysis, MonitoredEmail, Summary } from '@atalaia/contracts'
import type { MonitoredPage } from '@atalaia/contracts/monitored-page'
import type { WidgetStatus } from '@atalaia/ui'
import { createSlice, type PayloadAction } from '@atalaia/react/redux'

/** `null`: not loaded. Shows as '—', never as 0 (P-NUM-1). */
type Known<Value> = Value | null

export type Leaks = {
  readonly total_vazamentos: Known<Summary['total_vazamentos']>
  readonly em_aberto: Known<NonNullable<Summary['em_aberto']>>
  readonly top_3_vazamentos_email: Known<Summary['top_3_vazamentos_email']>
  readonly top_3_vazamentos_senha: Known<Summary['top_3_vazamentos_senha']>
  readonly ultimos_3_relatorios: Known<Summary['ultimos_3_relatorios']>
  readonly cobertura: Known<NonNullable<Summary['cobertura']>>
  /** True when addresses need their owner's yes. */
  readonly posse_verificada: Known<boolean>
}

export type DashboardState = {
  readonly leaks: Leaks
  readonly mainChart: Known<readonly Analysis[]>
  /** All addresses, or the addresses with most leaks. */
  readonly emails: Known<readonly MonitoredEmail[]>
  readonly addresses: Known<{ readonly all: number; readonly waiting: number }>
  /** Addresses with findings since the last visit; `null` also in a first visit and a portal. */
  readonly newAddresses: Known<number>
  readonly isReceiving: boolean
  readonly revision: Known<string>
}

/** Keeps `value` after a failed reload (P-DASH-13). Without one: loading (P-DASH-8) or failed. */
export const statusOf = (value: Known<unknown>, { isReceiving }: DashboardState): WidgetStatus => {
  if (value !== null) return 'ready'
  return isReceiving ? 'loading' : 'failed'
}

/** True while no call has succeeded and none is running. */
export const nothingReceived = ({ leaks, mainChart, emails, isReceiving }: DashboardState): boolean =>
  !isReceiving && leaks.total_vazamentos === null && mainChart === null && emails === null

const unknown: DashboardState = {
  leaks: {
    total_vazamentos: null,
    em_aberto: null,
    top_3_vazamentos_email: null,
    top_3_vazamentos_senha: null,
    ultimos_3_relatorios: null,
    cobertura: null,
    posse_verificada: null,
  },
  mainChart: null,
  emails: null,
  addresses: null,
  newAddresses: null,
  isReceiving: false,
  revision: null,
}

const byDay = (a: Analysis, b: Analysis) =>
  a.data_analise < b.data_analise ? -1 : Number(a.data_analise > b.data_analise)

/** P-DASH-105 */
const kept = <Value>(old: Value, next: Value): Value => (JSON.stringify(old) === JSON.stringify(next) ? old : next)

const slice = createSlice({
  name: 'dashboard',
  initialState: unknown,
  reducers: {
    receiveStarted: (state) => ({ ...state, isReceiving: true }),
    receiveEnded: (state) => ({ ...state, isReceiving: false }),
    summaryReceived: (state, { payload: { revisao, ...payload } }: PayloadAction<Summary>) => ({
      ...state,
      leaks: kept(state.leaks, {
        ...payload,
        em_aberto: payload.em_aberto ?? null,
        cobertura: payload.cobertura ?? null,
        posse_verificada: payload.posse_verificada ?? null,
      }),
      revision: revisao ?? null,
    }),
    analysesReceived: (state, { payload }: PayloadAction<readonly Analysis[]>) => ({
      ...state,
      mainChart: kept(state.mainChart, payload.toSorted(byDay)),
    }),
    emailsReceived: (state, { payload }: PayloadAction<MonitoredPage>) => ({
      ...state,
      emails: kept(state.emails, payload.linhas),
      addresses: { all: payload.todos, waiting: payload.aguardam },
      newAddresses: payload.novos ?? null,
    }),
    forgotten: () => unknown,
  },
})

export const { analysesReceived, emailsReceived, forgotten, receiveEnded, receiveStarted, summaryReceived } =
  slice.actions
export const dashboardReducer = slice.reducer
