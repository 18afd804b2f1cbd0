import {
  MAX_SUPPORT_HOURS,
  organisationNoticesSchema,
  supportBodySchema,
  supportDecisionBodySchema,
  supportListSchema,
} from '@atalaia/contracts/operator'
import { mayDo } from '@atalaia/contracts'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { DAY_MS } from '../../base/clock.ts'
import { authenticationFailures, memberOf, organisationOf, security } from '../../base/access/caller.ts'
import { accountActor } from '../../base/audit/actor-of.ts'
import { sendWithin } from '../../base/mail/mail-shares.ts'
import { OPERATOR_PATH } from '../operators/operator-routes.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { createSupportActs, type SupportOutcome, type SupportTools } from './support-acts.ts'
import { createSupportRepository } from './support-repository.ts'

export type SupportRouteParts = SupportTools & { readonly limits: RateLimits }

const ASKED_PER_DAY = 10

const refusals: Readonly<Record<Exclude<SupportOutcome, 'done'>, () => Problem>> = {
  unknown: () => new Problem(404, 'Este pedido de acesso não existe.'),
  over: () => new Problem(409, 'Este acesso já foi respondido ou terminou.'),
  member: () => new Problem(409, 'Quem pede já está na organização: acesso de suporte é para quem não está.'),
  open: () => new Problem(409, 'Já há um pedido ou um acesso seu a esta organização.'),
  'no-operator': () => new Problem(403, 'Esta conta não opera a instalação.'),
}
const done = (outcome: SupportOutcome): Record<string, never> => {
  if (outcome === 'done') return {}
  throw refusals[outcome]()
}

const params = object({ id: string() })
const responses = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
const done200 = { 200: object({}), ...responses }
const schemaOf = <Fields>(summary: string, fields: Fields) => ({ summary, security, ...fields })
const operator = { operation: 'installation:operate' } as const
const owner = { operation: 'ownership:write' } as const

const actorOf = (request: FastifyRequest) => {
  const { accountId: id, email } = memberOf(request)
  return accountActor({ id, email }, request)
}

export const supportRoutes: FastifyPluginCallbackZod<SupportRouteParts> = (app, parts, registered) => {
  const { database, limits, clock } = parts
  const acts = createSupportActs(parts)
  const support = createSupportRepository(database)
  const asked = limits.window({ name: 'support-asked', points: ASKED_PER_DAY, windowMs: DAY_MS })

  app.get(
    `${OPERATOR_PATH}/suporte`,
    {
      schema: schemaOf('Support accesses to all organisations', { response: { 200: supportListSchema, ...responses } }),
      config: operator,
    },
    () => support.list('installation', clock()),
  )
  app.post(
    `${OPERATOR_PATH}/organizacoes/:id/suporte`,
    {
      schema: schemaOf('Ask an organisation for support access', {
        params,
        body: supportBodySchema,
        response: done200,
      }),
      config: {
        ...operator,
        invalid: { status: 422, message: `Informe o motivo e de 1 a ${MAX_SUPPORT_HOURS} horas.` },
      },
    },
    async (request) => {
      const { motivo: reason, horas: hours } = request.body
      const { id: organisationId } = request.params
      const outcome = await sendWithin([[asked, organisationId.slice(0, 18)]], async () => {
        const answer = await acts.ask(actorOf(request), { organisationId, reason, hours })
        return { status: answer === 'done' ? ('sent' as const) : answer }
      })
      if (outcome.status === 'put-off') throw tooManyRequests(outcome.refusal)
      return done(outcome.status === 'sent' ? 'done' : outcome.status)
    },
  )
  app.post(
    `${OPERATOR_PATH}/suporte/:id/encerrar`,
    { schema: schemaOf('End one of the own support accesses', { params, response: done200 }), config: operator },
    async (request) => done(await acts.end(actorOf(request), { id: request.params.id })),
  )
  app.get(
    '/organizacao/suporte',
    {
      schema: schemaOf('Support accesses to the organisation of the session', {
        response: { 200: supportListSchema, ...responses },
      }),
      config: owner,
    },
    (request) => support.list({ organisationId: organisationOf(request) }, clock()),
  )
  app.post(
    '/organizacao/suporte/:id/decidir',
    {
      schema: schemaOf('Say yes or no to a request for support access', {
        params,
        body: supportDecisionBodySchema,
        response: done200,
      }),
      config: { ...owner, invalid: { status: 422, message: 'Diga sim ou não.' } },
    },
    async (request) => {
      const answer = { organisationId: organisationOf(request), id: request.params.id, isGranted: request.body.aceita }
      return done(await acts.decide(actorOf(request), answer))
    },
  )
  app.post(
    '/organizacao/suporte/:id/encerrar',
    {
      schema: schemaOf('End a support access at once', { params, response: done200 }),
      config: { ...owner, whileSuspended: true },
    },
    async (request) =>
      done(await acts.end(actorOf(request), { id: request.params.id, organisationId: organisationOf(request) })),
  )
  app.get(
    '/organizacao/avisos',
    {
      schema: schemaOf('What each page of the organisation says: suspension, support access', {
        response: { 200: organisationNoticesSchema, ...authenticationFailures },
      }),
      config: { operation: 'account:own', withoutSecondFactor: true },
    },
    async (request) => {
      const { organisationId, role, isOperator, supportId } = memberOf(request)
      const { pedidos, ...notices } = await support.notices(organisationId, clock())
      const mayAnswer = supportId === null && mayDo(role, 'ownership:write')
      return {
        ...notices,
        operador: isOperator,
        papel: role,
        como_suporte: supportId !== null,
        pedidos: mayAnswer ? pedidos : 0,
      }
    },
  )
  registered()
}
