import {
  firstPage,
  ORDERS,
  PREVIEW_HOURS,
  previewAnswer,
  shellIdOf,
  shellOfferSchema,
  withGranted,
} from '@atalaia/artifact'
import {
  currentReleaseSchema,
  descriptorSchema,
  GATEWAY_ADDRESSES,
  QUERY_PARAMETERS,
  remoteBase,
  remoteNameSchema,
  versionSchema,
} from '@atalaia/contracts'
import { Problem, problemSchema, withoutSlashesAtEnd } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { remoteParams } from '../registry/api.ts'
import type { Authorities } from '../registry/rights/authority.ts'
import type { Registry } from '../registry/registry.ts'
import type { ArtifactSource } from '../registry/storage/artifact.ts'
import { originOf } from './headers.ts'
import { isLoopbackName, makeOverrideKey, parseOverride } from './overrides.ts'
import type { ReleaseSource } from './release.ts'
import { isFromOwnPage, type Visitors } from './visitor.ts'

export type VisitorRouteOptions = {
  readonly releases: ReleaseSource
  readonly artifacts: Pick<ArtifactSource, 'describe'>
  readonly visitors: Visitors
}

const noStore = { 'cache-control': 'no-store' } as const

/**
 * Routes for a page about its own browser: its next release, fallback descriptors, the end of its
 * overrides. Development servers learn the shell's offers.
 */
export const visitorRoutes = (root: FastifyInstance, { releases, artifacts, visitors }: VisitorRouteOptions): void => {
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

  // Not below the files of the version, which shared caches keep: the page holds the files to the hashes in this answer.
  app.get(
    `${GATEWAY_ADDRESSES.fallbacks}:remote/:version`,
    { logLevel: 'warn', schema: { params: fallbackParams, response: { 200: descriptorSchema, 404: problemSchema } } },
    async (request, reply) => {
      reply.headers(noStore)
      const { remote, version } = request.params
      const [state, descriptor] = await Promise.all([releases.current(), artifacts.describe(remote, version)])
      if (state.status === 'broken' || !descriptor) throw new Problem(404, 'there is no such version')
      return withGranted(descriptor, state.current.versions.rights(remote))
    },
  )

  // Whoever develops a remote against this shell has no token yet.
  app.get(
    GATEWAY_ADDRESSES.shell,
    { logLevel: 'warn', schema: { response: { 200: shellOfferSchema, 503: problemSchema } } },
    async (_request, reply) => {
      reply.headers(noStore)
      const state = await releases.current()
      if (state.status === 'broken') throw new Problem(503, 'no release')
      return { ...state.current.shell, id: shellIdOf(state.current.shell) }
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

const fallbackParams = z.object({ remote: remoteNameSchema, version: versionSchema })

/** Body of `POST /-/overrides/key`: an override as in an address, and the minutes of its link. */
const overrideKeyOrder = z.object({ override: z.string(), minutes: z.int().min(1).max(10_080).default(60) })
/** The signed key, its end (ISO 8601), and the gateway's address when it is known. */
export const overrideKeyAnswer = z.object({ key: z.string(), until: z.string(), origin: z.string().optional() })

const previewOrder = z.object({
  version: versionSchema,
  minutes: z
    .int()
    .min(1)
    .max(PREVIEW_HOURS.most * 60),
})

export type OverrideKeyRouteOptions = {
  readonly registry: Pick<Registry, 'signingSecret' | 'live'>
  readonly authority: Authorities
  readonly publicOrigin: string | undefined
}

/**
 * `POST /-/overrides/key`: an operator makes a link that lets a browser override a remote, also in
 * production. `POST /-/remotes/:remote/preview`: a team makes a link to a published version of its
 * remote.
 */
export const overrideKeyRoutes = (root: FastifyInstance, options: OverrideKeyRouteOptions): void => {
  const { registry, authority, publicOrigin } = options
  const app = root.withTypeProvider<ZodTypeProvider>()
  app.post(
    GATEWAY_ADDRESSES.overrideKey,
    { schema: { body: overrideKeyOrder, response: { 200: overrideKeyAnswer } }, onRequest: authority.may('rights') },
    async (request) => {
      const { body } = request
      const override = parseOverride(body.override)
      if (!override) throw new Problem(400, 'an override is mfe-<name>@<address>')
      const until = Date.now() + body.minutes * 60_000
      return {
        key: makeOverrideKey(override, until, registry.signingSecret),
        until: new Date(until).toISOString(),
        origin: publicOrigin,
      }
    },
  )

  app.post(
    ORDERS.preview(':remote'),
    {
      schema: { params: remoteParams, body: previewOrder, response: { 200: previewAnswer } },
      onRequest: authority.may('preview'),
    },
    async (request) => {
      const { remote } = request.params
      const { version, minutes } = request.body
      const artifact = await registry.live.artifact(remote, version)
      if (!artifact || artifact.prunedAt !== null) throw new Problem(404, `${remote} ${version} is not published`)
      const origin = originOf(request, publicOrigin)
      // A team must not sign for another server than this one, whose name it may invent in `Host`.
      if (publicOrigin === undefined && !isLoopbackName(new URL(origin).hostname))
        throw new Problem(409, 'set PUBLIC_ORIGIN at the gateway: the address begins with it')
      const override = { remote, url: withoutSlashesAtEnd(new URL(remoteBase(remote, version), origin).href) }
      const until = Date.now() + minutes * 60_000
      const link = new URL(firstPage(artifact.descriptor), origin)
      link.searchParams.set(QUERY_PARAMETERS.remote, `${remote}@${override.url}`)
      link.searchParams.set(QUERY_PARAMETERS.overrideKey, makeOverrideKey(override, until, registry.signingSecret))
      return { link: link.href, until: new Date(until).toISOString() }
    },
  )
}
