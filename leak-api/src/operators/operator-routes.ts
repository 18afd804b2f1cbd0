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
import { authenticationFailures, security } from '../access/caller.ts'
import type { AuditActor } from '../audit/record-audit.ts'
import { createOperatorActs, type ActOutcome, type ActTools } from './operator-acts.ts'
import { createOperatedRepository } from './operated-repository.ts'

/** The path of all that those who run the installation do. */
export const OPERATOR_PATH = '/operador'

/** The language of refusals: that of the command line, or that of the screens. */
export type Language = 'en' | 'pt'

const REFUSALS: Readonly<Record<Exclude<ActOutcome, 'done'>, Readonly<Record<Language, string>> & { status: number }>> =
  {
    'unknown-organisation': { status: 404, en: 'there is no such organisation', pt: 'Esta organização não existe.' },
    'unknown-person': {
      status: 404,
      en: 'there is no account with this address',
      pt: 'Não há conta com este endereço.',
    },
    unchanged: { status: 409, en: 'nothing to do: it is so already', pt: 'Nada a fazer: já está assim.' },
    'is-operator': {
      status: 403,
      en: 'the account runs the installation',
      pt: 'Esta conta opera a instalação: só a linha de comando, na máquina, mexe nela.',
    },
    'no-factor': {
      status: 409,
      en: 'the account has no second factor',
      pt: 'Esta conta não tem segunda etapa.',
    },
    'no-mailbox': {
      status: 409,
      en: 'nobody has confirmed the mailbox of the account: it may be of somebody else',
      pt: 'A caixa de correio desta conta não foi confirmada.',
    },
  }

export const refuseUnlessDone = (outcome: ActOutcome, language: Language): Record<string, never> => {
  if (outcome === 'done') return {}
  const refusal = REFUSALS[outcome]
  throw new Problem(refusal.status, refusal[language])
}

export type OperatorRouteParts = ActTools & {
  readonly language: Language
  readonly actorOf: (request: FastifyRequest) => AuditActor
}

const params = object({ id: string() })
const responses = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
const done200 = { 200: object({}), ...responses }
const schemaOf = <Fields>(summary: string, fields: Fields) => ({ summary, security, ...fields })
const operation = 'installation:operate' as const
const configOf = (message: string) => ({ operation, invalid: { status: 422, message } }) as const

/**
 * Organisations and people for those who run the installation (M-OPER-1 to M-OPER-4). The operator socket and the API serve the
 * same: who may is each one's own matter.
 */
export const operatorRoutes: FastifyPluginCallbackZod<OperatorRouteParts> = (app, parts, registered) => {
  const { database, standards, language, actorOf } = parts
  const acts = createOperatorActs(parts)
  const operated = createOperatedRepository(database, standards)
  const done = (outcome: ActOutcome) => refuseUnlessDone(outcome, language)

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
      if (found === undefined) throw new Problem(404, REFUSALS['unknown-organisation'][language])
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
