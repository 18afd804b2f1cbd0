import { exposureSchema, stepBodySchema, stepsSchema } from '@atalaia/contracts'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { accountOf, authenticationFailures, organisationOf, security } from '../access/caller.ts'
import type { Clock } from '../clock.ts'
import type { SummaryRepository } from '../numbers/summary-repository.ts'
import { readExposure, readSteps } from './exposure.ts'
import type { ExposureRepository, Monitored } from './exposure-repository.ts'

type ExposureParts = {
  readonly exposures: ExposureRepository
  readonly summary: Pick<SummaryRepository, 'coverage'>
  readonly clock: Clock
}

const params = object({ id: string() })
const failures = { ...authenticationFailures, 404: problemSchema }
const NOT_HERE = 'Este endereço não está entre os que sua organização monitora. Ele pode ter sido removido.'

const WAITS = 'Este endereço espera que sua organização prove o domínio dele: até lá nada dele é mostrado.'

/** One monitored address: for sessions of our own pages alone, because its sources and steps are the whole organisation's. */
export const exposureRoutes: FastifyPluginCallbackZod<ExposureParts> = (app, { exposures, summary, clock }, done) => {
  const monitoredOf = async (request: FastifyRequest, id: string): Promise<Monitored> => {
    const found = await exposures.find(organisationOf(request), id)
    // The same for an id of another organisation: it learns nothing.
    if (found === undefined) throw new Problem(404, NOT_HERE)
    if (!found.watched) throw new Problem(403, WAITS)
    return found
  }
  const read = { summary: 'All that is known of a monitored address', security, params }
  const told = { ...read, response: { 200: exposureSchema, ...failures } }
  app.get('/emails/:id', { schema: told, config: { operation: 'leaks:read' } }, async (request) => {
    const monitored = await monitoredOf(request, request.params.id)
    return readExposure({ exposures, summary }, organisationOf(request), monitored, clock())
  })

  const mark = { summary: 'Mark a step of its checklist as done, or not', security, params, body: stepBodySchema }
  app.post(
    '/emails/:id/passos',
    { schema: { ...mark, response: { 200: stepsSchema, ...failures } }, config: { operation: 'addresses:write' } },
    async (request) => {
      const monitored = await monitoredOf(request, request.params.id)
      const { passo, feito } = request.body
      const at = clock()
      await exposures.mark(monitored, passo, feito ? { at, by: accountOf(request) } : undefined)
      return readSteps({ exposures }, organisationOf(request), monitored, at)
    },
  )
  done()
}
