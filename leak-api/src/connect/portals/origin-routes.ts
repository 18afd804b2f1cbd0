import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array, maxLength, object, string, undefined as undefined_ } from 'zod/mini'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import { authenticationFailures, organisationOf, security } from '../../base/access/caller.ts'
import { Problem, problemSchema } from '@atalaia/server'
import { parseOrigin, type OriginFault } from './origin.ts'
import type { OriginsRepository } from './origins-repository.ts'

type OriginParts = { readonly origins: OriginsRepository; readonly clock: Clock }

const originSchema = object({ origem: string().check(maxLength(1000)) })
const EXAMPLE = 'como https://portal.empresa.com.br'
const texts: Record<OriginFault, string> = {
  wildcard: `Curingas não são aceitos: informe cada origem inteira, ${EXAMPLE}.`,
  null: 'A origem "null" não é aceita: qualquer página isolada a tem.',
  'not-an-address': `Informe a origem inteira, ${EXAMPLE}.`,
  'not-http': `Só origens http e https são aceitas, ${EXAMPLE}.`,
  'more-than-an-origin': `Informe só esquema, nome e porta, sem caminho nem barra no fim, ${EXAMPLE}.`,
  'too-long': 'A origem é longa demais.',
}

const originIn = (text: string): string => {
  const parsed = parseOrigin(text)
  if (!parsed.ok) throw new Problem(422, texts[parsed.reason])
  return parsed.origin
}

export const originRoutes: FastifyPluginCallbackZod<OriginParts> = (app, { origins, clock }, done) => {
  const failures = { ...authenticationFailures, 422: problemSchema }
  const config = {
    operation: 'origins:write',
    invalid: { status: 422, message: texts['not-an-address'] },
  } as const
  const url = '/clientes/me/origens'
  const changeOf = (request: FastifyRequest, origin: string) => {
    return { organisationId: organisationOf(request), origin, actor: actorOf(request), at: clock() }
  }

  app.get(
    url,
    {
      schema: {
        summary: 'Origins whose pages may call the API',
        security,
        response: { 200: array(object({ origem: string(), criada_em: string() })), ...failures },
      },
      config: { operation: 'origins:read' },
    },
    async (request) =>
      (await origins.list(organisationOf(request))).map(({ origin, addedAt }) => ({
        origem: origin,
        criada_em: addedAt,
      })),
  )
  app.post(
    url,
    {
      schema: {
        summary: 'Allow an origin',
        security,
        body: originSchema,
        response: { 200: originSchema, 201: originSchema, ...failures },
      },
      config,
    },
    async (request, reply) => {
      const origin = originIn(request.body.origem)
      const outcome = await origins.add(changeOf(request, origin))
      if (outcome === 'limit-reached')
        throw new Problem(422, 'A organização já tem todas as origens que pode ter. Fale com o suporte.')
      return reply.code(outcome === 'added' ? 201 : 200).send({ origem: origin })
    },
  )
  app.delete(
    url,
    {
      schema: {
        summary: 'Take an origin back',
        security,
        querystring: originSchema,
        response: { 204: undefined_(), ...failures, 404: problemSchema },
      },
      config,
    },
    async (request, reply) => {
      const there = await origins.remove(changeOf(request, originIn(request.query.origem)))
      if (!there) throw new Problem(404, 'Esta origem não está na lista.')
      return reply.code(204).send()
    },
  )
  done()
}
