import {
  artifactParams,
  allows,
  checkAnswer,
  doctorAnswer,
  hasTooManyValues,
  historyAnswer,
  listAnswer,
  MAX_DESCRIPTOR_BYTES,
  moveAnswer,
  ORDERS,
  planAnswer,
  publishAnswer,
  refusedAnswer,
  TOO_MANY_VALUES,
} from '@atalaia/artifact'
import { DEFAULT_CHANNEL, SHELL_NAME } from '@atalaia/contracts'
import type { AudienceSettings } from './canary/audience.ts'
import { FROZEN } from './rollouts.ts'
import { planRoutes, sendPlanned } from './plans/routes.ts'
import { Problem, secondsToWait, type RateLimits } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Readable } from 'node:stream'
import { checkOrder, doctorQuery, promotionOrder, prunedAnswer, rollbackOrder } from './api.ts'
import { authorityOf, senderOf, type Authorities } from './rights/authority.ts'
import { grantRoutes } from './grants.ts'
import { installationRoutes, type Installation } from './installation-routes.ts'
import { withOwners } from './publish/publish.ts'
import { rightsRoutes } from './rights/routes.ts'
import { rolloutRoutes } from './rollout-routes.ts'
import type { Registry } from './registry.ts'

/** Scope of the orders of teams and operators: answers are not cached, refusals are logged. */
export const orderScope = async (root: FastifyInstance, routes: (app: FastifyInstance) => void): Promise<void> => {
  await root.register(async (app) => {
    app.decorateRequest('authority', null)
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.addHook('onError', async (request, _reply, error) => {
      if (error instanceof Problem)
        request.log.warn({ reason: error.message, status: error.status }, 'an order was refused')
    })
    routes(app)
  })
}

export type RegistryRouteOptions = {
  readonly registry: Registry
  readonly authority: Authorities
  readonly limits: RateLimits
  readonly audiences: AudienceSettings
  /** Public address of the site: the audience of CI tokens. */
  readonly publicOrigin: string | undefined
  /** Default: no checks. */
  readonly installation?: Installation | undefined
}

/** Checks per team and minute: each may take a tenth of a second of a core. */
export const CHECKS_PER_TEAM = 60
/** Reads per team and minute: each judges canaries, and an open console makes 20. */
export const LOOKS_PER_TEAM = 240

const teamLimits = (limits: RateLimits) => (name: string, points: number) => {
  const window = limits.window({ name, points, windowMs: 60_000 })
  return async (request: FastifyRequest): Promise<void> => {
    const { bucket } = authorityOf(request)
    if (bucket === null) return
    const allowance = await window.consume(bucket)
    if (allowance.ok) return
    throw new Problem(429, `too many ${name}`, { headers: { 'retry-after': String(secondsToWait(allowance)) } })
  }
}

export const registryRoutes = (root: FastifyInstance, options: RegistryRouteOptions): void => {
  const { registry, authority, limits } = options
  const app = root.withTypeProvider<ZodTypeProvider>()
  const limited = teamLimits(limits)
  for (const type of [TAR, GZIP]) app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))

  app.put(
    ORDERS.artifact(':remote'),
    {
      schema: { params: artifactParams, response: { 200: publishAnswer, 201: publishAnswer } },
      onRequest: [authority.may('publish'), archivesOnly],
      bodyLimit: registry.maxArchiveBytes,
      config: { streamedBody: true },
    },
    async (request, reply) => {
      const { body, headers } = request
      if (!(body instanceof Readable)) throw new Problem(400, ARCHIVES_ONLY)
      const who = senderOf(request)
      const gzip = headers['content-type'] === GZIP
      const order = { ...request.params, who, gzip, archive: body, signal: goneSignal(reply) }
      const published = await registry.publish(order).catch(async (error: unknown) => {
        throw await withOwners(error, (meant) => registry.judge(meant, DEFAULT_CHANNEL))
      })
      request.log.info({ ...published, who }, 'a version was published')
      return reply.code(published.status === 'published' ? 201 : 200).send(published)
    },
  )

  const moves = { 200: moveAnswer, 202: planAnswer, 422: refusedAnswer }
  app.post(
    ORDERS.promote(':remote'),
    { schema: { params: artifactParams, body: promotionOrder, response: moves }, onRequest: authority.may('promote') },
    async (request, reply) => {
      const { params, body } = request
      if (body.force && body.why === null) throw new Problem(400, 'to overrule the gate, give a reason')
      const { who, identity: sender } = authorityOf(request)
      const order = { ...body, ...params, every: 0, at: null, who, sender, signal: goneSignal(reply) }
      return sendPlanned(request, reply, await registry.plans.promote(order))
    },
  )

  app.post(
    ORDERS.rollback(':remote'),
    { schema: { params: artifactParams, body: rollbackOrder, response: moves }, onRequest: authority.may('rollback') },
    async (request, reply) => {
      const { params, body } = request
      const order = { ...body, remote: params.remote, who: senderOf(request), signal: goneSignal(reply) }
      return sendPlanned(request, reply, await registry.rollback(order))
    },
  )

  app.post(
    ORDERS.check,
    {
      bodyLimit: MAX_DESCRIPTOR_BYTES,
      schema: { body: checkOrder, response: { 200: checkAnswer } },
      onRequest: [authority.may('look'), limited('checks', CHECKS_PER_TEAM)],
      preValidation: async ({ body }) => {
        if (hasTooManyValues(body)) throw new Problem(413, TOO_MANY_VALUES)
      },
    },
    async (request) => {
      const { descriptor, channel } = request.body
      const { reasons, warnings, verified } = await registry.check(descriptor, channel)
      if (allows('history', authorityOf(request).holder, descriptor.name)) return { reasons, warnings, verified }
      // Verdicts and approvals of another team's remote are not for everybody who may ask the gate.
      return { reasons, warnings: warnings.filter(({ code }) => code === FROZEN), verified: null }
    },
  )

  app.get(
    ORDERS.history(':remote'),
    { schema: { params: artifactParams, response: { 200: historyAnswer } }, onRequest: authority.may('history') },
    async ({ params }) => ({ moves: await registry.history(params.remote) }),
  )

  app.get(
    ORDERS.remotes,
    { schema: { response: { 200: listAnswer } }, onRequest: authority.may('look') },
    async () => ({
      pointers: registry.live.current().pointers,
      built: await registry.around.workspace(),
      artifacts: (await registry.artifacts()).map((row) => ({ ...row, owner: row.descriptor.owner })),
    }),
  )

  app.get(
    ORDERS.doctor,
    { schema: { querystring: doctorQuery, response: { 200: doctorAnswer } }, onRequest: authority.may('look') },
    async ({ query: { shell } }) => {
      const facts = await registry.doctorFacts()
      const asked = shell === undefined ? undefined : (await registry.live.artifact(SHELL_NAME, shell))?.shell
      return asked ? { ...facts, asked } : facts
    },
  )

  app.post(
    ORDERS.prune,
    { schema: { response: { 200: prunedAnswer } }, onRequest: authority.may('prune') },
    async (_request, reply) => ({ pruned: await registry.prune({ signal: goneSignal(reply) }) }),
  )

  const { rights, grants, rollouts, plans, live } = registry
  rightsRoutes(root, { ...options, rights, goneSignal })
  installationRoutes(root, options)
  grantRoutes(root, { grants, live, authority, goneSignal })
  const { audiences } = options
  const limitLooks = limited('rollouts', LOOKS_PER_TEAM)
  rolloutRoutes(root, { rollouts, plans, live, authority, limitLooks, goneSignal })
  planRoutes(root, { plans, audiences, may: authority.may, authorityOf, goneSignal })
}

const TAR = 'application/x-tar'
const GZIP = 'application/gzip'
const ARCHIVES_ONLY = `an upload is ${GZIP} or ${TAR}`

/** Refuses other content types early: a JSON body would be read into memory. */
const archivesOnly = async ({ headers }: FastifyRequest): Promise<void> => {
  const type = headers['content-type']
  if (type !== GZIP && type !== TAR) throw new Problem(400, ARCHIVES_ONLY)
}

const goneSignal = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  const check = () => {
    if (!raw.writableFinished) gone.abort(new Error('the sender has gone'))
  }
  if (raw.destroyed) check()
  raw.once('close', check)
  return gone.signal
}
