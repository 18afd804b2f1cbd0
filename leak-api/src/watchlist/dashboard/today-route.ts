import { saoPauloDay } from '@atalaia/contracts'
import { todaySchema, type Today } from '@atalaia/contracts/today'
import type { Queryable } from '@atalaia/database'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { accountOf, authenticationFailures, organisationOf, security, seesPeople } from '../../base/access/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { businessDaysUntil } from '../incidents/business-days.ts'
import { clocksOf } from '../incidents/clocks.ts'
import { createTodayRepository, type TodayRepository } from './today-repository.ts'

type TodayParts = { readonly database: Queryable; readonly clock: Clock }

const NO_WORK = { casos_vencidos: 0, seus_vencidos: 0, seus_hoje: 0, incidentes: 0, anpd: null } as const

const schema = {
  summary: 'What is to be done today, and the number of addresses, open cases and open incidents',
  security,
  response: { 200: todaySchema, ...authenticationFailures },
}

const firstEnd = (incidents: Awaited<ReturnType<TodayRepository['untold']>>, now: Date): Today['anpd'] => {
  const today = saoPauloDay(now)
  const [first] = incidents
    .flatMap(({ id, number, facts }) => {
      const { ultimo_dia: last } = clocksOf(facts, now).find(({ prazo }) => prazo === 'anpd') ?? {}
      return last ? [{ incidente: id, numero: number, ultimo_dia: last }] : []
    })
    .toSorted((a, b) => (a.ultimo_dia < b.ultimo_dia ? -1 : Number(a.ultimo_dia > b.ultimo_dia)))
  if (first === undefined) return null
  const { ultimo_dia: last } = first
  return { ...first, dias_uteis: businessDaysUntil(today, last), vencido: last < today }
}

/** Open tasks of today (P-TODAY-1), for sessions. Support sees no due days and no incidents. */
export const todayRoute: FastifyPluginCallbackZod<TodayParts> = (app, { database, clock }, done) => {
  const repository = createTodayRepository(database)
  app.get('/dashboard/hoje', { schema, config: { operation: 'leaks:read', compressed: true } }, async (request) => {
    const now = clock()
    const organisationId = organisationOf(request)
    // One after the other: a call takes one connection of the pool.
    const counts = await repository.counts({ organisationId, accountId: accountOf(request), today: saoPauloDay(now) })
    const told = {
      enderecos: counts.addresses,
      casos_abertos: counts.open,
      casos_criticos: counts.touchedCritical + counts.untouchedCritical,
    }
    if (!seesPeople(request)) return { ...told, ...NO_WORK }
    const incidents = counts.incidents === 0 ? [] : await repository.untold(organisationId)
    return {
      ...told,
      casos_vencidos: counts.overdue,
      seus_vencidos: counts.ownOverdue,
      seus_hoje: counts.ownToday,
      incidentes: counts.incidents,
      anpd: firstEnd(incidents, now),
    }
  })
  done()
}
