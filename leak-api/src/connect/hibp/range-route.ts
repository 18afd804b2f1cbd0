import { hash } from 'node:crypto'
import type { RateLimit } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { enter, keyTenantOf } from '../../base/access/key-guard.ts'
import { keySecurity } from '../../base/access/key-schemas.ts'
import type { BreachesRepository } from './breaches-repository.ts'
import { isPublic } from './hibp-queries.ts'
import { failures, rangeParams, rangeSchema } from './hibp-schemas.ts'

type RangeParts = {
  readonly breaches: BreachesRepository
  /** Counts the ranges of each organisation. */
  readonly ranges: RateLimit
}

/** As the original hashes an address: in lower case, told in upper case. */
const digitsOf = (address: string) => hash('sha1', address).toUpperCase()

/** Breaches of addresses that a call names by the beginning of their hash, so that it tells none (M-HIBP-6). */
export const rangeRoute: FastifyPluginCallbackZod<RangeParts> = (app, { breaches, ranges }, done) => {
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
