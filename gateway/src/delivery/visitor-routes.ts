import { currentReleaseSchema, GATEWAY_ADDRESSES } from '@atalaia/contracts'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Authorities } from '../registry/authority.ts'
import type { Registry } from '../registry/registry.ts'
import { makeOverrideKey, parseOverride } from './overrides.ts'
import type { ReleaseSource } from './release.ts'
import { isFromOwnPage, type Visitors } from './visitor.ts'

export type VisitorRouteOptions = { readonly releases: ReleaseSource; readonly visitors: Visitors }

const noStore = { 'cache-control': 'no-store' } as const

/** Routes for a page about its own browser: the id of the release that it would get now, and the end of its overrides. */
export const visitorRoutes = (root: FastifyInstance, { releases, visitors }: VisitorRouteOptions): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.get(
    GATEWAY_ADDRESSES.release,
    { logLevel: 'warn', schema: { response: { 200: currentReleaseSchema, 503: problemSchema } } },
    async (request, reply) => {
      reply.headers(noStore)
      const state = await releases.current(visitors.of(request))
      if (state.status === 'broken') throw new Problem(503, 'no release')
      return { id: state.current.release.id }
    },
  )

  app.post(
    GATEWAY_ADDRESSES.resetOverrides,
    { schema: { response: { 204: z.undefined() } } },
    async (request, reply) => {
      // A form of another site could send it: the cookie that ends is not needed for that.
      if (!isFromOwnPage(request)) throw new Problem(403, 'only a page of this site may end its overrides')
      visitors.dropGrant(request, reply)
      return reply.code(204).headers(noStore).send()
    },
  )
}

/** Body of `POST /-/overrides/key`: an override as it stands in an address, and how long its link is valid. */
const overrideKeyOrder = z.object({ override: z.string(), minutes: z.int().min(1).max(10_080).default(60) })
/** The signed key, and the ISO 8601 instant at which it ends. */
export const overrideKeyAnswer = z.object({ key: z.string(), until: z.string() })

/** `POST /-/overrides/key`: an operator makes a link that lets a browser override a remote, also in production. */
export const overrideKeyRoute = (
  root: FastifyInstance,
  { signingSecret }: Pick<Registry, 'signingSecret'>,
  authority: Authorities,
): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  app.post(
    GATEWAY_ADDRESSES.overrideKey,
    { schema: { body: overrideKeyOrder, response: { 200: overrideKeyAnswer } }, onRequest: authority.operator },
    async ({ body }) => {
      const override = parseOverride(body.override)
      if (!override) throw new Problem(400, 'an override is mfe-<name>@<address>')
      const until = Date.now() + body.minutes * 60_000
      return { key: makeOverrideKey(override, until, signingSecret), until: new Date(until).toISOString() }
    },
  )
}
