import type { MonitoredEmail } from '@atalaia/contracts'
import type { EmailOrder } from '@atalaia/contracts/monitored-page'
import type { DashboardView, SortColumn } from '../state/view-store.ts'
import { compareAddresses } from './compare-addresses.ts'

type Sort = DashboardView['sort']

const COMPARE: Readonly<Record<SortColumn, (a: MonitoredEmail, b: MonitoredEmail) => number>> = {
  email: (a, b) => compareAddresses(a.email, b.email),
  numero_vazamentos: (a, b) => a.numero_vazamentos - b.numero_vazamentos,
  numero_senhas: (a, b) => a.numero_senhas - b.numero_senhas,
}

export const columnName = (id: SortColumn): 'emails.email' | 'emails.leaks' | 'emails.passwords' => {
  if (id === 'email') return 'emails.email'
  return id === 'numero_senhas' ? 'emails.passwords' : 'emails.leaks'
}

/** Rows with equal numbers are sorted by address, in both directions. */
export const inOrder = (emails: readonly MonitoredEmail[], { id, desc }: Sort): MonitoredEmail[] => {
  const sign = desc ? -1 : 1
  return emails.toSorted((a, b) => sign * COMPARE[id](a, b) || COMPARE.email(a, b))
}

const SERVER_ORDERS: Readonly<Record<SortColumn, EmailOrder>> = {
  email: 'email',
  numero_vazamentos: 'vazamentos',
  numero_senhas: 'senhas',
}

export const pageQuery = ({ sort: { id, desc }, page }: DashboardView, wanted: string): string =>
  new URLSearchParams({
    tamanho: '10',
    ...(wanted !== '' && { busca: wanted.slice(0, 254) }),
    ordem: SERVER_ORDERS[id],
    ...(desc === (id === 'email') && { invertida: 'sim' }),
    pagina: String(page),
  }).toString()

/** Starts with greatest numbers or first addresses, then reverses (P-EMAIL-8). */
export const nextSort = (id: SortColumn, { id: last, desc }: Sort): Sort => ({
  id,
  desc: id === last ? !desc : id !== 'email',
})
