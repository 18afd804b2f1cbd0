import { hash } from 'node:crypto'
import { Problem, type RateLimit, createErrorHandlers, sendProgramProblem } from '@atalaia/server'
import { API_BASE, PROGRAM_API } from '@atalaia/contracts'
import type { Queryable } from '@atalaia/database'
import type { FastifyPluginCallbackZod, FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { breachSchema } from './breach.ts'
import { type BreachesRepository, createBreachesRepository } from './breaches-repository.ts'
import {
  isOf,
  isTrue,
  isPublic,
  breachesQuery,
  breachesSchema,
  everybodysFailures,
  hibpFailureSchema,
  nameParams,
  namesSchema,
  failures,
  rangeParams,
  rangeSchema,
  accountQuery,
} from './hibp-schemas.ts'
import { enter, keyTenantOf } from '../../base/access/key-guard.ts'
import { keySecurity } from '../../base/access/key-schemas.ts'
import { accountRoutes } from './account-routes.ts'

/** The list of breaches. It says nothing of any address, and needs no key (M-HIBP-4). */
const breachRoutes: FastifyPluginCallbackZod<{ readonly breaches: BreachesRepository }> = (app, { breaches }, done) => {
  app.get(
    '/breaches',
    {
      schema: {
        summary: 'All breaches',
        querystring: breachesQuery,
        response: { 200: breachesSchema, ...everybodysFailures, 400: hibpFailureSchema },
      },
      config: { compressed: true },
    },
    async ({ query: { domain, isSpamList } }) =>
      (await breaches.list()).filter(
        (breach) =>
          isOf(breach, domain) && (isSpamList === undefined || breach.IsSpamList === isTrue(isSpamList, false)),
      ),
  )
  app.get(
    '/breach/:name',
    {
      schema: {
        summary: 'One breach',
        params: nameParams,
        response: { 200: breachSchema, ...everybodysFailures, 404: hibpFailureSchema },
      },
    },
    async ({ params: { name } }) => {
      const breach = await breaches.find(name.trim())
      if (breach === undefined) throw new Problem(404, 'Nothing was found.')
      return breach
    },
  )
  app.get(
    '/latestbreach',
    {
      schema: {
        summary: 'The breach that was added last',
        response: { 200: breachSchema, ...everybodysFailures, 404: hibpFailureSchema },
      },
    },
    async () => {
      const [latest] = (await breaches.list()).toSorted(
        (one, other) => Date.parse(other.AddedDate) - Date.parse(one.AddedDate),
      )
      if (latest === undefined) throw new Problem(404, 'Nothing was found.')
      return latest
    },
  )
  app.get(
    '/dataclasses',
    { schema: { summary: 'Kinds of data in all breaches', response: { 200: namesSchema, ...everybodysFailures } } },
    async () => [...new Set((await breaches.list()).flatMap(({ DataClasses }) => DataClasses))].toSorted(),
  )
  done()
}

type RangeParts = {
  readonly breaches: BreachesRepository
  readonly ranges: RateLimit
}

const digitsOf = (address: string) => hash('sha1', address).toUpperCase()

/** Breaches of addresses that a call names by the beginning of their hash, so that it tells none (M-HIBP-6). */
const rangeRoute: FastifyPluginCallbackZod<RangeParts> = (app, { breaches, ranges }, done) => {
  app.get(
    '/breachedaccount/range/:prefix',
    {
      schema: {
        summary: 'Breaches of the addresses whose SHA-1 begins with six digits',
        security: keySecurity,
        params: rangeParams,
        response: { 200: rangeSchema, ...failures },
      },
      config: { keyScope: 'hibp:read' },
    },
    async (request) => {
      const tenant = keyTenantOf(request)
      await enter(ranges, tenant.organisationId)
      const prefix = request.params.prefix.toUpperCase()
      const found: { readonly address: string; readonly digits: string }[] = []
      for (let addresses = await breaches.breachedAddresses(tenant, ''); addresses.length > 0;) {
        const all = addresses.map((address) => ({ address, digits: digitsOf(address) }))
        found.push(...all.filter(({ digits }) => digits.startsWith(prefix)))
        addresses = await breaches.breachedAddresses(tenant, addresses.at(-1) ?? '')
      }
      const told = found.map(async ({ address, digits }) => ({
        hashSuffix: digits.slice(prefix.length),
        websites: (await breaches.ofAddress(tenant, address)).filter(isPublic).map(({ Name }) => Name),
      }))
      return (await Promise.all(told)).filter(({ websites }) => websites.length > 0)
    },
  )
  done()
}

const SERVICE = new RegExp(
  `^${API_BASE}${PROGRAM_API.hibp}/(?:breachedaccount/range(?=/)|(?:domainverification/|subscription/)?[a-z]+)`,
  'i',
)

type HibpParts = {
  readonly database: Queryable
  readonly verification: FastifyPluginCallbackZod
  readonly guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly queueAfterBody: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly ranges: RateLimit
  readonly callsPerMinute: number
  readonly brand: string
}

export const hibpAddress = (url: string): string => url.replace(SERVICE, (service) => service.toLowerCase())

const PARAMETERS = new Map(
  [...Object.keys(accountQuery.shape), ...Object.keys(breachesQuery.shape)].map((name) => [name.toLowerCase(), name]),
)

const { onError, onNotFound } = createErrorHandlers({ send: sendProgramProblem.hibp })

/** The API of Have I Been Pwned, version 3 (M-HIBP-1). */
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
