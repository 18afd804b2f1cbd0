import { API_BASE, PROGRAM_API } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import { createErrorHandlers, sendProgramProblem, type RateLimit } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod, FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { accountRoutes } from './account-routes.ts'
import { breachRoutes } from './breach-routes.ts'
import { createBreachesRepository } from './breaches-repository.ts'
import { rangeRoute } from './range-route.ts'
import { accountQuery, breachesQuery } from './hibp-schemas.ts'

const SERVICE = new RegExp(
  `^${API_BASE}${PROGRAM_API.hibp}/(?:breachedaccount/range(?=/)|(?:domainverification/|subscription/)?[a-z]+)`,
  'i',
)

type HibpParts = {
  readonly database: Queryable
  /** The calls about proofs of domains (`verificationRoutes`). */
  readonly verification: FastifyPluginCallbackZod
  /** Asks for a user agent, and on routes with `keyScope` for a key (`createKeyGuard`). */
  readonly guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Queues a call with a body once more after the body has arrived (`createQueueAfterBody`). */
  readonly queueAfterBody: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Counts the ranges of each organisation. */
  readonly ranges: RateLimit
  /** Calls that a key has in a minute. */
  readonly callsPerMinute: number
  readonly brand: string
}

/** The address of a call with the name of its service as the routes have it: the original takes it in any case. */
export const hibpAddress = (url: string): string => url.replace(SERVICE, (service) => service.toLowerCase())

const PARAMETERS = new Map(
  [...Object.keys(accountQuery.shape), ...Object.keys(breachesQuery.shape)].map((name) => [name.toLowerCase(), name]),
)

/** Failures in English, for programs: their clients read `message`. */
const { onError, onNotFound } = createErrorHandlers({ send: sendProgramProblem.hibp })

/** The API of Have I Been Pwned, version 3, over the data of this one (M-HIBP-1). */
export const hibpRoutes: FastifyPluginAsyncZod<HibpParts> = async (app, parts) => {
  const { database, verification, guard, queueAfterBody, ranges, callsPerMinute, brand } = parts
  const breaches = createBreachesRepository(database)
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  app.addHook('onRequest', guard)
  app.addHook('preHandler', queueAfterBody)
  // The original takes the names of parameters in any case.
  app.addHook('preValidation', async (request) => {
    request.query = Object.fromEntries(
      Object.entries(request.query ?? {}).map(([name, value]) => [PARAMETERS.get(name.toLowerCase()) ?? name, value]),
    )
  })
  await app.register(accountRoutes, { breaches, callsPerMinute, brand })
  await app.register(rangeRoute, { breaches, ranges })
  await app.register(breachRoutes, { breaches })
  await app.register(verification)
}
