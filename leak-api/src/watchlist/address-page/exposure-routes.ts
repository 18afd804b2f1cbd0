import { exposureSchema, stepBodySchema, stepsSchema, type AddressStep } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import {
  accountOrNone,
  authenticationFailures,
  organisationOf,
  security,
  seesPeople,
  tenantOf,
} from '../../base/access/caller.ts'
import { reaches } from '../../base/access/tenancy.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { auditedAddresses } from '../../base/audit/audited-addresses.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import type { CasesRepository } from '../cases/cases-repository.ts'
import type { Clock } from '../../base/clock.ts'
import type { Visits } from '../../numbers/visits.ts'
import type { SummaryRepository } from '../../numbers/summary-repository.ts'
import { readExposure, readSteps } from './exposure.ts'
import {
  createExposureRepository,
  type ExposureRepository,
  type Monitored,
} from '../../numbers/exposure/exposure-repository.ts'

type ExposureParts = {
  readonly database: Database
  readonly exposures: ExposureRepository
  readonly cases: Pick<CasesRepository, 'ofAddress' | 'ticks'>
  readonly summary: Pick<SummaryRepository, 'coverage'>
  readonly visits: Visits
  readonly clock: Clock
}

const params = object({ id: string() })
const failures = { ...authenticationFailures, 404: problemSchema }
const NOT_HERE = 'Este endereço não está entre os que sua organização monitora. Ele pode ter sido removido.'

const WAITS = 'Este endereço espera que sua organização prove o domínio dele: até lá nada dele é mostrado.'

export const withoutPeople = (request: FastifyRequest, steps: readonly AddressStep[]): AddressStep[] =>
  steps.map((step) => (seesPeople(request) ? step : { ...step, por: null }))

/** Throws for an absent or unwatched address (P-ADDRESS-9). */
export const createMonitoredOf =
  (exposures: Pick<ExposureRepository, 'find'>) =>
  async (request: FastifyRequest, id: string): Promise<Monitored> => {
    const { organisationId, rows } = tenantOf(request)
    const found = await exposures.find(organisationId, id)
    // The same for another organisation's, and for one that the token does not reach: it learns nothing.
    if (found === undefined || !reaches(rows, found.address)) throw new Problem(404, NOT_HERE)
    if (!found.watched) throw new Problem(403, WAITS)
    return found
  }

/** For sessions, and portals that may see the address (P-ADDRESS-9). Portals learn of no people. */
export const exposureRoutes: FastifyPluginCallbackZod<ExposureParts> = (
  app,
  { database, exposures, cases, summary, visits, clock },
  done,
) => {
  const monitoredOf = createMonitoredOf(exposures)
  const read = { summary: 'All that is known of a monitored address', security, params }
  const answer = { ...read, response: { 200: exposureSchema, ...failures } }
  app.get(
    '/emails/:id',
    { schema: answer, config: { operation: 'leaks:read', scope: 'addresses:read' } },
    async (request) => {
      const monitored = await monitoredOf(request, request.params.id)
      const told = await readExposure({ exposures, cases, summary }, organisationOf(request), monitored, {
        now: clock(),
        since: await visits.sinceOf(request),
      })
      return { ...told, passos: withoutPeople(request, told.passos) }
    },
  )

  const mark = { summary: 'Mark a step of its checklist as done, or not', security, params, body: stepBodySchema }
  app.post(
    '/emails/:id/passos',
    {
      schema: { ...mark, response: { 200: stepsSchema, ...failures } },
      config: { operation: 'addresses:write', scope: 'cases:change' },
    },
    async (request) => {
      const monitored = await monitoredOf(request, request.params.id)
      const { passo, feito } = request.body
      const at = clock()
      await database.transaction(async (tx) => {
        const tick = feito ? { at, by: accountOrNone(request) } : undefined
        if (!(await createExposureRepository(tx).mark(monitored, passo, tick))) return
        const { target } = auditedAddresses([monitored.address])
        const act = { action: 'steps.marked', actor: actorOf(request), at, target } as const
        await recordAudit(tx, { organisationId: organisationOf(request), ...act, after: { step: passo, done: feito } })
      })
      return withoutPeople(request, await readSteps({ exposures, cases }, organisationOf(request), monitored, at))
    },
  )
  done()
}
