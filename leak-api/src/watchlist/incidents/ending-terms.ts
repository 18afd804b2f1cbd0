import type { IncidentClock, IncidentFacts } from '@atalaia/contracts/incidents'
import { morningOf } from '../../base/clock.ts'
import { businessDayBefore } from './business-days.ts'
import { clocksOf } from './clocks.ts'

export type EndingTerm = IncidentClock & { readonly ultimo_dia: string; readonly termina_em: string }

const isDated = (clock: IncidentClock): clock is EndingTerm => clock.ultimo_dia !== null && clock.termina_em !== null

/** From the morning of the business day before the last day (P-INCIDENT-9). */
export const endingTerms = (facts: IncidentFacts, now: Date): EndingTerm[] => {
  if (facts.situacao !== 'aberto') return []
  return clocksOf(facts, now)
    .filter(isDated)
    .filter(({ situacao, ultimo_dia: last }) => situacao === 'corre' && morningOf(businessDayBefore(last)) <= now)
}
