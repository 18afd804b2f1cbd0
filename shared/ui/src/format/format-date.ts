import { lazily } from './lazily.ts'
import { dayOf } from './zone.ts'

const full = lazily(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }),
)

/** '21/11/2025', the São Paulo day of an ISO date or moment; '—' for what is no date. */
export const formatDate = (iso: string): string => {
  const day = dayOf(iso)
  return day ? full().format(new Date(`${day}T00:00:00Z`)) : '—'
}
