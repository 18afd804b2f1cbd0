import { keyAnswer, ORDERS } from '@atalaia/artifact'
import { isIssuerAddress, Problem } from '@atalaia/server'
import { kindOfIssuer, requiredClaims } from './publishers.ts'
import {
  actsAnswer,
  emailParams,
  idParams,
  newKeyAnswer,
  peopleAnswer,
  personKeyOrder,
  personOrder,
  publisherAnswer,
  publisherOrder,
  publishersAnswer,
  remoteQuery,
  teamOrder,
  teamParams,
  teamQuery,
  tokenOrder,
  tokensAnswer,
} from './rights-orders.ts'
import type { By } from './rights.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { authorityOf, senderOf, type Authorities } from './authority.ts'
import { exchangeRoute, type ExchangeRouteOptions } from './exchange-route.ts'

export type RightsRouteOptions = ExchangeRouteOptions & {
  readonly authority: Authorities
  goneSignal(reply: FastifyReply): AbortSignal
}

const gone = { 204: z.undefined() }

const byOf =
  (goneSignal: RightsRouteOptions['goneSignal']) =>
  (request: FastifyRequest, reply: FastifyReply): By => ({ who: senderOf(request), signal: goneSignal(reply) })

/** `/-/key` for holders of a key, the exchange for CI jobs, and operators' routes. */
export const rightsRoutes = (root: FastifyInstance, options: RightsRouteOptions): void => {
  const { rights, authority, goneSignal } = options
  const app = root.withTypeProvider<ZodTypeProvider>()
  const onRequest = authority.may('rights')
  const by = byOf(goneSignal)
  exchangeRoute(root, options)

  app.get(
    ORDERS.key,
    { schema: { response: { 200: keyAnswer } }, onRequest: authority.may('look') },
    async (request) => {
      const { who, ends, holder } = authorityOf(request)
      return { who, ends, holder }
    },
  )
  app.get(ORDERS.acts, { schema: { response: { 200: actsAnswer } }, onRequest: authority.may('acts') }, () =>
    rights.acts(),
  )

  app.post(
    ORDERS.tokens,
    { schema: { body: tokenOrder, response: { 201: newKeyAnswer } }, onRequest },
    async (request, reply) => reply.code(201).send(await rights.createToken(request.body, by(request, reply))),
  )
  app.get(ORDERS.tokens, { schema: { response: { 200: tokensAnswer } }, onRequest }, async () => ({
    tokens: await rights.listTokens(),
  }))
  app.delete(
    ORDERS.token(':id'),
    { schema: { params: idParams, response: gone }, onRequest },
    async (request, reply) => {
      const { id } = request.params
      if (!(await rights.revoke(id, by(request, reply))))
        throw new Problem(404, `${id}: there is no such token that still works`)
      return reply.code(204).send()
    },
  )

  app.post(
    ORDERS.publishers,
    { schema: { body: publisherOrder, response: { 201: publisherAnswer } }, onRequest },
    async (request, reply) => {
      const { remote, issuer, may, kind = kindOfIssuer(issuer), ...asked } = request.body
      if (!isIssuerAddress(issuer, rights.loopbackIssuers))
        throw new Problem(400, `${issuer}: an issuer has an https address, as its tokens name it`)
      const claims = requiredClaims({ ...asked, kind })
      if ('refused' in claims && typeof claims.refused === 'string') throw new Problem(400, claims.refused)
      const publisher = await rights.addPublisher({ remote, kind, issuer, claims, may }, by(request, reply))
      if (!publisher)
        throw new Problem(409, `${remote} has this publisher already: remove it first, to change its rights`)
      return reply.code(201).send({ publisher })
    },
  )
  app.get(
    ORDERS.publishers,
    { schema: { querystring: remoteQuery, response: { 200: publishersAnswer } }, onRequest },
    async ({ query }) => ({ publishers: await rights.listPublishers(query.remote ?? null) }),
  )
  app.delete(
    ORDERS.publisher(':id'),
    { schema: { params: idParams, response: gone }, onRequest },
    async (request, reply) => {
      const { id } = request.params
      if (!(await rights.removePublisher(id, by(request, reply))))
        throw new Problem(404, `${id}: there is no such publisher`)
      return reply.code(204).send()
    },
  )
  peopleRoutes(root, options)
}

const peopleRoutes = (root: FastifyInstance, { rights, authority, goneSignal }: RightsRouteOptions): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const onRequest = authority.may('rights')
  const by = byOf(goneSignal)
  const everybody = async () => ({ people: await rights.listPeople(), teams: await rights.listTeams() })
  const answers = { 200: peopleAnswer }

  app.get(ORDERS.people, { schema: { response: answers }, onRequest }, everybody)
  app.post(ORDERS.people, { schema: { body: personOrder, response: answers }, onRequest }, async (request, reply) => {
    const { email, operator = null, team, may } = request.body
    await rights.putPerson(
      { email, operator, membership: team === undefined ? null : { team, may } },
      by(request, reply),
    )
    return everybody()
  })
  app.delete(
    ORDERS.person(':email'),
    { schema: { params: emailParams, querystring: teamQuery, response: gone }, onRequest },
    async (request, reply) => {
      const { email } = request.params
      const { team = null } = request.query
      if (!(await rights.removePerson(email, team, by(request, reply))))
        throw new Problem(404, `${email}: there is nobody to remove`)
      return reply.code(204).send()
    },
  )
  app.post(
    ORDERS.keysOf(':email'),
    { schema: { params: emailParams, body: personKeyOrder, response: { 201: newKeyAnswer } }, onRequest },
    async (request, reply) => {
      const { email } = request.params
      const made = await rights.createPersonKey({ ...request.body, email }, by(request, reply))
      if (!made) throw new Problem(404, `${email}: there is no such person: add the person first`)
      return reply.code(201).send(made)
    },
  )
  app.put(
    ORDERS.team(':team'),
    { schema: { params: teamParams, body: teamOrder, response: answers }, onRequest },
    async (request, reply) => {
      await rights.replaceTeamRemotes(request.params.team, request.body.remotes, by(request, reply))
      return everybody()
    },
  )
}
