import { Problem } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { keyTenantOf } from '../../base/access/key-guard.ts'
import { keySecurity } from '../../base/access/key-schemas.ts'
import type { BreachesRepository } from './breaches-repository.ts'
import {
  addressIn,
  domainIn,
  isOf,
  isPublic,
  isTrue,
  something,
  accountBreachesSchema,
  accountParams,
  accountQuery,
  domainParams,
  emailParams,
  failures,
  namesByAliasSchema,
  namesSchema,
  subscribedDomainsSchema,
  subscriptionSchema,
} from './hibp-schemas.ts'

type AccountParts = {
  readonly breaches: BreachesRepository
  readonly callsPerMinute: number
  readonly brand: string
}

const FOR_EVER = '9999-12-31T23:59:59Z'
const ofKey = { config: { keyScope: 'hibp:read' } } as const
/** Skips the schema, which drops a local part `__proto__`. */
const withAllNames = <Reply extends FastifyReply>(reply: Reply) =>
  reply.type('application/json; charset=utf-8').serializer(JSON.stringify)

/** Answers only about addresses that the key's organisation monitors (M-HIBP-2). */
export const accountRoutes: FastifyPluginCallbackZod<AccountParts> = (
  app,
  { breaches, callsPerMinute, brand },
  done,
) => {
  const reached = async (request: FastifyRequest, given: string) => {
    const [tenant, address] = [keyTenantOf(request), addressIn(given)]
    if (await breaches.reaches(tenant, address)) return [tenant, address] as const
    throw new Problem(403, 'Your API key does not have access to this address: its organisation does not monitor it.')
  }
  const reachedDomain = async (request: FastifyRequest, given: string) => {
    const [tenant, domain] = [keyTenantOf(request), domainIn(given)]
    if (await breaches.reachesDomain(tenant, domain)) return [tenant, domain] as const
    throw new Problem(403, 'Your API key does not have access to this domain: its organisation monitors none of it.')
  }

  app.get(
    '/breachedaccount/:account',
    {
      schema: {
        summary: 'Breaches of an address',
        security: keySecurity,
        params: accountParams,
        querystring: accountQuery,
        response: { 200: accountBreachesSchema, ...failures },
      },
      ...ofKey,
    },
    async (request) => {
      const { domain, truncateResponse, includeUnverified } = request.query
      const all = await breaches.ofAddress(...(await reached(request, request.params.account)))
      const told = all.filter(
        (breach) => isPublic(breach) && isOf(breach, domain) && (breach.IsVerified || isTrue(includeUnverified, true)),
      )
      return something(isTrue(truncateResponse, true) ? told.map(({ Name }) => ({ Name })) : told)
    },
  )
  app.get(
    '/breacheddomain/:domain',
    {
      schema: {
        summary: 'Addresses of a domain that are in a breach',
        security: keySecurity,
        params: domainParams,
        response: { 200: namesByAliasSchema, ...failures },
      },
      ...ofKey,
    },
    async (request, reply) =>
      withAllNames(reply).send(
        something(await breaches.ofDomain(...(await reachedDomain(request, request.params.domain)))),
      ),
  )
  app.get(
    '/pasteaccount/:account',
    {
      schema: {
        summary: 'Pastes of an address: there are none here',
        security: keySecurity,
        params: accountParams,
        response: { 200: namesSchema, ...failures },
      },
      ...ofKey,
    },
    async (request) => {
      await reached(request, request.params.account)
      return something([])
    },
  )
  app.get(
    '/stealerlogsbyemail/:email',
    {
      schema: {
        summary: 'Websites whose credentials of an address a stealer took',
        security: keySecurity,
        params: emailParams,
        response: { 200: namesSchema, ...failures },
      },
      ...ofKey,
    },
    async (request) => something(await breaches.websitesOfAddress(...(await reached(request, request.params.email)))),
  )
  app.get(
    '/stealerlogsbyemaildomain/:domain',
    {
      schema: {
        summary: 'Websites whose credentials of addresses of a domain a stealer took',
        security: keySecurity,
        params: domainParams,
        response: { 200: namesByAliasSchema, ...failures },
      },
      ...ofKey,
    },
    async (request, reply) =>
      withAllNames(reply).send(
        something(await breaches.websitesOfDomain(...(await reachedDomain(request, request.params.domain)))),
      ),
  )
  app.get(
    '/stealerlogsbywebsitedomain/:domain',
    {
      schema: {
        summary: 'Monitored addresses of which a stealer took credentials of a website',
        security: keySecurity,
        params: domainParams,
        response: { 200: namesSchema, ...failures },
      },
      ...ofKey,
    },
    async (request) =>
      something(await breaches.addressesOfWebsite(keyTenantOf(request), domainIn(request.params.domain))),
  )
  app.get(
    '/subscribeddomains',
    {
      schema: {
        summary: 'Domains with monitored addresses',
        security: keySecurity,
        response: { 200: subscribedDomainsSchema, ...failures },
      },
      ...ofKey,
    },
    async (request) =>
      (await breaches.domains(keyTenantOf(request))).map(({ domain, breached, withoutSpamLists }) => ({
        DomainName: domain,
        PwnCount: breached,
        PwnCountExcludingSpamLists: withoutSpamLists,
        PwnCountExcludingSpamListsAtLastSubscriptionRenewal: null,
        NextSubscriptionRenewal: null,
      })),
  )
  app.get(
    '/subscription/status',
    {
      schema: {
        summary: 'Rights of the key',
        security: keySecurity,
        response: { 200: subscriptionSchema, ...failures },
      },
      ...ofKey,
    },
    () => ({
      SubscriptionName: brand,
      Description: 'The addresses that the organisation of this key monitors.',
      SubscribedUntil: FOR_EVER,
      Rpm: callsPerMinute,
      DomainSearchMaxBreachedAccounts: null,
      MaxBreachedDomains: null,
      IncludesStealerLogs: true,
      IncludesBulkDomainAdd: false,
      IncludesAutoSubdomainVerification: false,
      IncludesCustomerDomains: false,
      IncludesKAnon: true,
    }),
  )
  done()
}
