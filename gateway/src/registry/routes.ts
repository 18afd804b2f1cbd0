import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { makeOverrideKey, parseOverride } from '../overrides/override-link.ts'
import type { MoveResult, Surroundings } from './moves.ts'
import { checkOrder, promotionOrder, remoteParams, rollbackOrder } from './api.ts'
import type { Registry } from './registry.ts'
import { createAuthority, type OperatorSockets } from './authority.ts'
import { Refusal } from './publish/refusal.ts'
import { tokenRoutes } from './token-routes.ts'

export type AdminOptions = {
  readonly registry: Registry
  readonly operators: OperatorSockets
  readonly around: Surroundings
}

const link = z.object({ override: z.string(), minutes: z.int().min(1).max(10_080).default(60) })

const parse = <Schema extends z.ZodType>(schema: Schema, data: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Refusal(400, issues.slice(0, 5).join('; '))
}

const remoteOf = ({ params }: FastifyRequest) => parse(remoteParams, params).remote

/** `/-/remotes/…`: publishing, moving and looking at registry. */
export const adminRoutes = async (root: FastifyInstance, options: AdminOptions): Promise<void> => {
  const { registry, operators, around } = options
  const authority = createAuthority(registry, operators)

  await root.register(async (app) => {
    for (const type of ['application/x-tar', 'application/gzip'])
      app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
    app.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
    app.setErrorHandler(answerError)

    app.put('/-/remotes/:remote/artifact', async (request, reply) => {
      const remote = remoteOf(request)
      try {
        const { who } = await authority.of(request, remote)
        const gzip = request.headers['content-type'] === 'application/gzip'
        if (!gzip && request.headers['content-type'] !== 'application/x-tar')
          throw new Refusal(400, 'an upload is application/gzip or application/x-tar')
        const published = await registry.publish({ remote, who, gzip, archive: request.raw })
        request.log.info({ ...published, who }, 'a version was published')
        return reply.code(published.status === 'published' ? 201 : 200).send(published)
      } catch (error) {
        await drain(request.raw)
        reply.header('connection', 'close')
        throw error
      }
    })

    app.post('/-/remotes/:remote/promote', async (request, reply) => {
      const remote = remoteOf(request)
      const { who } = await authority.of(request, remote)
      const order = parse(promotionOrder, request.body)
      if (order.force && order.why === null) throw new Refusal(400, 'to overrule the gate, give a reason')
      return answerMove(request, reply, await registry.promote({ ...order, remote, who }, around))
    })

    app.post('/-/remotes/:remote/rollback', async (request, reply) => {
      const remote = remoteOf(request)
      const { who } = await authority.of(request, remote)
      const order = parse(rollbackOrder, request.body ?? {})
      return answerMove(request, reply, await registry.rollback({ ...order, remote, who }))
    })

    app.post('/-/remotes/check', async (request) => {
      await authority.anyone(request)
      const { descriptor, channel: on } = parse(checkOrder, request.body)
      return { reasons: await registry.judge(descriptor, on, around) }
    })

    app.get('/-/remotes/:remote/history', async (request) => {
      const remote = remoteOf(request)
      await authority.of(request, remote)
      return { moves: await registry.history(remote) }
    })

    app.get('/-/remotes', async (request) => {
      await authority.anyone(request)
      const artifacts = await registry.artifacts()
      const { pointers } = registry.live.current()
      return {
        pointers,
        built: (await around.workspace()).map(({ name, version, owner }) => ({ name, version, owner })),
        artifacts: artifacts.map(({ descriptor, digest: _digest, ...rest }) => ({ ...rest, owner: descriptor.owner })),
      }
    })

    app.post('/-/prune', async (request) => {
      await authority.operator(request)
      return { pruned: await registry.prune() }
    })

    app.post('/-/overrides/key', async (request) => {
      await authority.operator(request)
      const { override: text, minutes } = parse(link, request.body)
      const override = parseOverride(text)
      if (!override) throw new Refusal(400, 'an override is mfe-<name>@<address>')
      const until = Date.now() + minutes * 60_000
      return { key: makeOverrideKey(override, until, registry.signingSecret), until: new Date(until).toISOString() }
    })

    tokenRoutes(app, registry, authority)
  })
}

/** Bytes of a refused upload that are still read, so that the sender gets to read the answer. */
const PATIENCE = 64 * 1024 * 1024

const drain = async (stream: Readable): Promise<void> => {
  let read = 0
  try {
    if (stream.destroyed || stream.readableEnded) return
    for await (const chunk of stream) {
      read += Buffer.byteLength(chunk)
      if (read > PATIENCE) break
    }
  } catch {
    // Whoever sent it is gone.
  }
}

const answerMove = (request: FastifyRequest, reply: FastifyReply, result: MoveResult) => {
  if (result.status === 'moved') {
    request.log.info({ move: result.move }, 'a channel was moved')
    return reply.send(result)
  }
  if (result.status === 'unchanged') return reply.send(result)
  if (result.status === 'refused') return reply.code(422).send(result)
  return reply.code(409).send({ message: result.message })
}

const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof Refusal) {
    request.log.warn({ reason: error.message, status: error.status }, 'an order was refused')
    return reply.code(error.status).send({ message: error.message })
  }
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500)
    return reply.code(error.statusCode).send({ message: error.message })
  request.log.error({ err: error }, 'an order failed')
  return reply.code(500).send({ message: 'the gateway failed; its log says why' })
}
