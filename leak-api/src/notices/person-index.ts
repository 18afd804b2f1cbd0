import { networkOf } from '@atalaia/server'
import type { FastifyPluginAsync } from 'fastify'
import {
  createAuthenticate,
  createQueueAfterBody,
  readBearer,
  type AuthenticateParts,
} from '../base/access/authenticate.ts'
import { foreignOriginOf, preflight, varyByCaller, watchPortalPaths } from '../base/access/cross-origin.ts'
import type { RouteParts } from '../base/parts.ts'
import { tooManyRequests } from '../base/problems.ts'
import { pageRoutes } from './page-routes.ts'
import { createPersonActs, type PersonParts } from './person-acts.ts'
import { personCallRoutes } from './person-routes.ts'

type Parts = RouteParts & PersonParts & { readonly access: AuthenticateParts }

/** A session's token counts for nothing here. */
export const personRoutes: FastifyPluginAsync<Parts> = async (wing, parts) => {
  const { access, tokens, callLimits, shares } = parts
  const acts = createPersonActs(parts)
  const authenticate = createAuthenticate(access)
  const queueAfterBody = createQueueAfterBody(shares)
  await wing.register(pageRoutes, { ...parts, acts })
  await wing.register(async (calls) => {
    varyByCaller(calls)
    calls.addHook('onRequest', async (request, reply) => {
      const read = await readBearer(tokens, request)
      const isPortal = read.status !== 'unreadable' && read.subject.kind === 'client'
      if (isPortal || foreignOriginOf(request) !== undefined) return authenticate(request, reply)
      const allowed = await callLimits.entrances.consume(networkOf(request.ip))
      if (!allowed.ok) throw tooManyRequests(allowed)
    })
    calls.addHook('preValidation', async (request, reply) =>
      request.caller === null
        ? shares.enter(request, reply, `network ${networkOf(request.ip)}`)
        : queueAfterBody(request, reply),
    )
    const paths = watchPortalPaths(calls)
    await calls.register(personCallRoutes, { acts })
    for (const [path, methods] of paths) wing.route(preflight(path, { ...access, methods }))
  })
}
