import { MIN_SEARCH_LENGTH, searchQueryShape, searchSchema } from '@atalaia/contracts/search'
import type { Queryable } from '@atalaia/database'
import { createRateLimits } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { accountOf, authenticationFailures, organisationOf, security, seesPeople } from '../../base/access/caller.ts'
import { MINUTE_MS } from '../../base/clock.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { createSearchRepository } from './search-repository.ts'

/** Searches that one account may make in a minute, in one process: each reads the organisation's addresses. */
const SEARCHES_PER_MINUTE = 120
const NOTHING = { enderecos: [], fontes: [], incidentes: [] }

const schema = {
  summary: 'Addresses, sources and incidents of the organisation that have a text',
  security,
  querystring: object(searchQueryShape),
  response: { 200: searchSchema, ...authenticationFailures },
}

/** The search of our own pages (P-SEARCH-1), for sessions alone. Support learns of no incident. */
export const searchRoute: FastifyPluginCallbackZod<{ readonly database: Queryable }> = (app, { database }, done) => {
  const searches = createRateLimits({ service: 'leak-api' }).window({
    name: 'searches',
    points: SEARCHES_PER_MINUTE,
    windowMs: MINUTE_MS,
  })
  const repository = createSearchRepository(database)
  app.get('/busca', { schema, config: { operation: 'leaks:read', compressed: true } }, async (request) => {
    const organisationId = organisationOf(request)
    const allowed = await searches.consume(accountOf(request))
    if (!allowed.ok) throw tooManyRequests(allowed)
    const text = request.query.q.trim().toLowerCase()
    if (text.length < MIN_SEARCH_LENGTH) return NOTHING
    // One after the other: a call takes one connection of the pool.
    return {
      enderecos: await repository.addresses(organisationId, text),
      fontes: await repository.sources(organisationId, text),
      incidentes: seesPeople(request) ? await repository.incidents(organisationId, text) : [],
    }
  })
  done()
}
