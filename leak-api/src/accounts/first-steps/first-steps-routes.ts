import { firstStepsSchema } from '@atalaia/contracts/first-steps'
import type { Database } from '@atalaia/database'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { authenticationFailures, memberOf, security } from '../../base/access/caller.ts'
import type { Clock } from '../../base/clock.ts'
import { endFirstSteps, readFirstSteps } from './first-steps-repository.ts'

type FirstStepsParts = { readonly database: Database; readonly clock: Clock }

const config = { operation: 'first-steps:own' } as const

/** The first steps of a person in the organisation of the session (P-START-1, P-START-2). */
export const firstStepsRoutes: FastifyPluginCallbackZod<FirstStepsParts> = (app, { database, clock }, done) => {
  app.get(
    '/primeiros-passos',
    {
      schema: {
        summary: 'The first steps of the caller in the organisation, and which are done',
        security,
        response: { 200: firstStepsSchema, ...authenticationFailures },
      },
      config,
    },
    (request) => readFirstSteps(database, memberOf(request)),
  )

  app.post(
    '/primeiros-passos/encerrar',
    {
      schema: {
        summary: 'End the first steps: later tokens name none',
        security,
        response: { 200: object({}), ...authenticationFailures },
      },
      config,
    },
    async (request) => {
      await endFirstSteps(database, memberOf(request), clock())
      return {}
    },
  )
  done()
}
