import { Problem } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { undefined as nothing, unknown } from 'zod/mini'
import { authenticationFailures, memberOf, security } from '../../base/access/caller.ts'
import type { Streams } from './streams.ts'

const schema = {
  summary: 'Server-sent events: the revision of the dashboard, now and at each change',
  description: 'An event `numeros` has the revision, as `revisao` of the summary. The stream ends within 4 minutes.',
  security,
  response: {
    200: { description: 'The stream', content: { 'text/event-stream': { schema: unknown() } } },
    204: nothing(),
    ...authenticationFailures,
  },
}

/** 204 without a session on the server (P-API-105). */
export const eventRoute: FastifyPluginCallbackZod<{ readonly streams: Streams }> = (app, { streams }, done) => {
  app.addHook('preClose', () => streams.close())
  app.get(
    '/eventos',
    { schema, config: { operation: 'leaks:read', sessionTokenAlone: true } },
    async (request, reply) => {
      const { session, organisationId, generation, tokenUntil } = memberOf(request)
      if (session === undefined) return reply.code(204).send()
      const body = streams.open({ sessionId: session.id, organisationId, generation, until: tokenUntil })
      if (body === undefined) throw new Problem(429, 'Muitas páginas abertas nesta organização.')
      reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      return reply.send(body)
    },
  )
  done()
}
