import { saoPauloDay } from '@atalaia/contracts'
import type { IncidentClock, IncidentFacts, IncidentTerm } from '@atalaia/contracts/incidents'
import { endOfDay, termDays, termText } from './business-days.ts'

type Term = {
  readonly artigo: string
  readonly days: number
  /** Small agents have twice the time. Not for the declaration: art. 9º doubles its caput alone. */
  readonly doubledBy?: string
  readonly doneAt: (facts: IncidentFacts) => string | null
  readonly waits?: string
}

const TERMS: Readonly<Record<IncidentTerm, Term>> = {
  anpd: { artigo: 'art. 6º', days: 3, doubledBy: 'art. 6º, § 8º', doneAt: ({ anpd_em: at }) => at },
  titulares: { artigo: 'art. 9º', days: 3, doubledBy: 'art. 9º, § 6º', doneAt: ({ titulares_em: at }) => at },
  complemento: {
    artigo: 'art. 6º, § 3º',
    days: 20,
    doubledBy: 'art. 6º, § 8º',
    doneAt: ({ complemento_em: at }) => at,
    waits: 'Começa com a comunicação à ANPD.',
  },
  declaracao: { artigo: 'art. 9º, § 4º', days: 3, doneAt: ({ declaracao_em: at }) => at },
}

const stateOf = (facts: IncidentFacts, doneAt: string | null, end: Date | undefined, now: Date): string => {
  if (doneAt !== null) return end === undefined || new Date(doneAt) <= end ? 'cumprido' : 'cumprido-com-atraso'
  if (facts.decisao === 'nao-comunicar') return 'nao-se-comunica'
  if (end === undefined) return 'nao-comecou'
  return now <= end ? 'corre' : 'vencido'
}

/** Four terms at `now` (P-INCIDENT-2). */
export const clocksOf = (facts: IncidentFacts, now: Date): IncidentClock[] => {
  const clock = (prazo: IncidentTerm, from: string | undefined, because = ''): IncidentClock => {
    const { artigo, days, doubledBy, doneAt, waits = '' } = TERMS[prazo]
    const isDoubled = facts.pequeno_porte && doubledBy !== undefined
    const counted = isDoubled ? days * 2 : days
    const counting = from === undefined ? undefined : termDays(from, counted)
    const last = counting?.at(-1)?.day
    const end = last === undefined ? undefined : endOfDay(last)
    const doubled = isDoubled ? ` Em dobro para agente de pequeno porte (${doubledBy}): ${counted} dias úteis.` : ''
    const told = from !== undefined && counting ? termText(from, counting) : waits
    return {
      prazo,
      artigo,
      dias_uteis: counted,
      ultimo_dia: last ?? null,
      termina_em: end?.toISOString() ?? null,
      cumprido_em: doneAt(facts),
      situacao: stateOf(facts, doneAt(facts), end, now),
      conta: `${because}${told}${doubled}`,
    }
  }
  const known = saoPauloDay(new Date(facts.conhecido_em))
  const told = clock('titulares', known)
  return [
    clock('anpd', known),
    told,
    clock('complemento', facts.anpd_em === null ? undefined : saoPauloDay(new Date(facts.anpd_em))),
    clock('declaracao', told.ultimo_dia ?? known, 'Do fim do prazo para comunicar aos titulares. '),
  ]
}

/** Same date five years later, or the next day where it is missing. */
export const keptUntil = (registered: Date, years: number): string => {
  const [year = 0, month = 1, date = 1] = saoPauloDay(registered).split('-').map(Number)
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10)
}
