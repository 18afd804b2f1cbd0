import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { personBodySchema } from '@atalaia/contracts/operator'
import { Problem } from '@atalaia/server'
import { array, object } from 'zod/mini'
import { createOperatorActs, type ActOutcome, type ActTools } from './operator-acts.ts'
import { OPERATOR_PATH, operatorRoutes, refuseUnlessDone } from './operator-routes.ts'
import { createOperatorsRepository, listedOperatorSchema } from './operators-repository.ts'

/** The path of the operations on operators, which the API does not have: they are named on the machine alone (M-OPER-3). */
export const OPERATORS_PATH = `${OPERATOR_PATH}/operadores`

const bodyOf = { body: personBodySchema, response: { 200: object({}) } }
const NO_FACTOR =
  'the account has no second factor: whoever runs the installation turns one on first, on the page Conta'

const done = (outcome: ActOutcome) => {
  if (outcome === 'no-factor') throw new Problem(409, NO_FACTOR)
  return refuseUnlessDone(outcome, 'en')
}

/** Operations of the operator socket on organisations, people and operators. */
export const operatorOperations: FastifyPluginAsyncZod<{ readonly tools: ActTools }> = async (app, { tools }) => {
  const acts = createOperatorActs(tools)
  const actor = { kind: 'operator' } as const
  await app.register(operatorRoutes, { ...tools, language: 'en', actorOf: () => actor })

  app.get(OPERATORS_PATH, { schema: { response: { 200: array(listedOperatorSchema) } } }, () =>
    createOperatorsRepository(tools.database).list(),
  )
  app.post(OPERATORS_PATH, { schema: bodyOf }, async ({ body }) => done(await acts.addOperator(actor, body)))
  app.post(`${OPERATORS_PATH}/remover`, { schema: bodyOf }, async ({ body }) =>
    done(await acts.removeOperator(actor, body)),
  )
}
