import {
  limitsBodySchema,
  operatedDetailSchema,
  operatedPageSchema,
  operatedPeopleSchema,
  operatedQuerySchema,
  peopleQuerySchema,
  personBodySchema,
  suspendBodySchema,
} from '@atalaia/contracts/operator'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { authenticationFailures, security } from '../../base/access/caller.ts'
import type { AuditActor } from '../../base/audit/record-audit.ts'
import { createOperatorActs, type ActOutcome, type ActTools } from './operator-acts.ts'
import { createOperatedRepository } from './operated-repository.ts'

export const OPERATOR_PATH = '/operador'

const REFUSALS: Readonly<Record<Exclude<ActOutcome, 'done'>, { readonly status: number; readonly message: string }>> = {
  'unknown-organisation': { status: 404, message: 'Esta organização não existe.' },
  'unknown-person': { status: 404, message: 'Não há conta com este endereço.' },
  unchanged: { status: 409, message: 'Nada a fazer: já está assim.' },
  'is-operator': {
    status: 403,
    message: 'Esta conta opera a instalação: só a linha de comando, na máquina, mexe nela.',
  },
  'no-factor': { status: 409, message: 'Esta conta não tem segunda etapa.' },
  'no-mailbox': { status: 409, message: 'A caixa de correio desta conta não foi confirmada.' },
}

const done = (outcome: ActOutcome): Record<string, never> => {
  if (outcome === 'done') return {}
  const { status, message } = REFUSALS[outcome]
  throw new Problem(status, message)
}

export type OperatorRouteParts = ActTools & {
  readonly actorOf: (request: FastifyRequest) => AuditActor
}

const params = object({ id: string() })
const responses = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
const done200 = { 200: object({}), ...responses }
const schemaOf = <Fields>(summary: string, fields: Fields) => ({ summary, security, ...fields })
const operation = 'installation:operate' as const
const configOf = (message: string) => ({ operation, invalid: { status: 422, message } }) as const

/** Serves operators (M-OPER-1 to M-OPER-4). */
export const operatorRoutes: FastifyPluginCallbackZod<OperatorRouteParts> = (app, parts, registered) => {
  const { database, standards, actorOf } = parts
  const acts = createOperatorActs(parts)
  const operated = createOperatedRepository(database, standards)

  app.get(
    `${OPERATOR_PATH}/organizacoes`,
    {
      schema: schemaOf('Organisations of the installation', {
        querystring: operatedQuerySchema,
        response: { 200: operatedPageSchema, ...responses },
      }),
      config: configOf('Esta busca é longa demais.'),
    },
    ({ query: { busca = '', pagina = '1', suspensas } }) =>
      operated.list({ text: busca.trim(), isSuspended: suspensas === 'sim', page: Number(pagina) }),
  )
  app.get(
    `${OPERATOR_PATH}/organizacoes/:id`,
    {
      schema: schemaOf('One organisation with its people', {
        params,
        response: { 200: operatedDetailSchema, ...responses },
      }),
      config: { operation },
    },
    async (request) => {
      const found = await operated.find(request.params.id)
      if (found === undefined) throw new Problem(404, REFUSALS['unknown-organisation'].message)
      return found
    },
  )
  app.post(
    `${OPERATOR_PATH}/organizacoes/:id/limites`,
    {
      schema: schemaOf('What an organisation may have', { params, body: limitsBodySchema, response: done200 }),
      config: configOf('Um limite é um número inteiro, de 0 ao máximo da instalação.'),
    },
    async (request) =>
      done(await acts.setLimits(actorOf(request), { organisationId: request.params.id, limits: request.body })),
  )
  app.post(
    `${OPERATOR_PATH}/organizacoes/:id/suspender`,
    {
      schema: schemaOf('Suspend an organisation', { params, body: suspendBodySchema, response: done200 }),
      config: configOf('Escreva o motivo, de 3 a 500 caracteres: as pessoas da organização o leem.'),
    },
    async (request) =>
      done(await acts.suspend(actorOf(request), { organisationId: request.params.id, because: request.body.motivo })),
  )
  app.post(
    `${OPERATOR_PATH}/organizacoes/:id/retomar`,
    { schema: schemaOf('End a suspension', { params, response: done200 }), config: { operation } },
    async (request) => done(await acts.resume(actorOf(request), { organisationId: request.params.id })),
  )
  app.get(
    `${OPERATOR_PATH}/pessoas`,
    {
      schema: schemaOf('People by a part of their address', {
        querystring: peopleQuerySchema,
        response: { 200: operatedPeopleSchema, ...responses },
      }),
      config: configOf('Esta busca é longa demais.'),
    },
    ({ query: { busca = '' } }) => operated.people(busca.trim()),
  )
  const ofPerson = { body: personBodySchema, response: done200 }
  app.post(
    `${OPERATOR_PATH}/pessoas/sessoes/encerrar`,
    { schema: schemaOf('End all sessions of a person', ofPerson), config: configOf('Informe o email.') },
    async (request) => done(await acts.endSessions(actorOf(request), request.body)),
  )
  app.post(
    `${OPERATOR_PATH}/pessoas/fatores/remover`,
    { schema: schemaOf('Remove the second factors of a person', ofPerson), config: configOf('Informe o email.') },
    async (request) => done(await acts.removeFactors(actorOf(request), request.body)),
  )
  registered()
}
