import { planAnswer, rolloutAnswer, rolloutsAnswer, ORDERS, refusedAnswer, type RolloutOrder } from '@atalaia/artifact'
import { audienceFault, type AudienceSettings } from '@atalaia/rollout'
import type { RolloutResult, Rollouts } from '@atalaia/rollout/steps'
import { Problem } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { artifactParams, planOrder, rolloutActOrder, rolloutOrder, rolloutParams } from './api.ts'
import { senderOf, type Authorities } from './authority.ts'
import type { LiveState } from './live-state.ts'
import type { MoveResult } from './moves.ts'
import type { Registry } from './registry.ts'
import type { Surroundings } from './storage/workspace.ts'

const STEP_EVERY_MS = 1000

/** Takes the steps of rollouts for as long as `app` runs. A failure is logged, and tried again. */
export const followRollouts = (app: FastifyInstance, live: LiveState, rollouts: Rollouts): void => {
  let stepping: Promise<void> | undefined
  const step = async () => {
    try {
      await rollouts.stepDue()
    } catch (err) {
      app.log.error({ err }, 'a rollout could not be stepped')
    } finally {
      stepping = undefined
    }
  }
  const look = () => {
    // Without a canary version no rollout is under way, and the database is left alone.
    if (live.current().pointers.some(({ candidate }) => candidate !== null)) stepping ??= step()
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(look, STEP_EVERY_MS).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await stepping
  })
}

export type RolloutRouteOptions = {
  readonly registry: Registry
  readonly around: Surroundings
  readonly audiences: AudienceSettings
  readonly authority: Authorities
  /** Aborted when the connection of a request ends before its answer. */
  goneSignal(reply: FastifyReply): AbortSignal
}

/** `/-/remotes/:remote/plans` and `…/rollouts…`: promotions with conditions, rollouts in steps, and how their versions do. */
export const rolloutRoutes = (root: FastifyInstance, options: RolloutRouteOptions): void => {
  const { registry, around, audiences, authority, goneSignal } = options
  const { live } = registry
  const rollouts = registry.rollouts(around)
  const app = root.withTypeProvider<ZodTypeProvider>()
  const answers = { 200: rolloutAnswer, 422: refusedAnswer }

  app.post(
    ORDERS.plans(':remote'),
    {
      schema: { params: artifactParams, body: planOrder, response: { 200: planAnswer, 422: refusedAnswer } },
      onRequest: authority.may('promote'),
    },
    async (request, reply) => {
      const { steps, every, ...body } = request.body
      if (body.force && body.why === null) throw new Problem(400, 'to overrule the gate, give a reason')
      const fault = body.audience && audienceFault(body.audience, audiences)
      if (fault) throw new Problem(409, fault)
      const order = { ...body, ...request.params, who: senderOf(request), signal: goneSignal(reply) }
      if (steps) return answer(request, reply, await rollouts.start({ ...order, steps, every }))
      const result = await registry.promote(order, around)
      if (result.status === 'refused') return reply.code(422).send(result)
      return doneOf(request, result)
    },
  )

  app.post(
    ORDERS.rollout(':remote', 'start'),
    { schema: { params: artifactParams, body: rolloutOrder, response: answers }, onRequest: authority.may('promote') },
    async (request, reply) => {
      const { params, body } = request
      if (body.force && body.why === null) throw new Problem(400, 'to overrule the gate, give a reason')
      const order = { ...body, ...params, who: senderOf(request), signal: goneSignal(reply) }
      return answer(request, reply, await rollouts.start(order))
    },
  )

  const mayAct: Readonly<Record<RolloutOrder, ReturnType<Authorities['may']>>> = {
    pause: authority.may('pause'),
    resume: authority.may('promote'),
    abort: authority.may('rollback'),
  }
  app.post(
    ORDERS.rollout(':remote', ':order'),
    {
      schema: { params: rolloutParams, body: rolloutActOrder, response: answers },
      onRequest: async (request) => {
        const read = rolloutParams.safeParse(request.params)
        // Whatever else is asked for is refused by its schema, once the sender is known.
        await (read.success ? mayAct[read.data.order] : authority.may('history'))(request)
      },
    },
    async (request, reply) => {
      const { params, body } = request
      if (body.force && body.why === null) throw new Problem(400, 'to overrule what holds it, give a reason')
      const { remote } = params
      const order = { ...body, remote, who: senderOf(request), signal: goneSignal(reply) }
      return answer(request, reply, await rollouts.act(params.order, order))
    },
  )

  app.get(
    ORDERS.rollouts(':remote'),
    { schema: { params: artifactParams, response: { 200: rolloutsAnswer } }, onRequest: authority.may('history') },
    async ({ params: { remote } }) => {
      const channels = live
        .current()
        .pointers.filter((pointer) => pointer.remote === remote && pointer.candidate !== null)
      return rollouts.list(
        remote,
        channels.map(({ channel }) => channel),
      )
    },
  )
}

const answer = (request: FastifyRequest, reply: FastifyReply, result: RolloutResult) => {
  if (result.status === 'impossible') throw new Problem(409, result.message)
  if (result.status === 'refused') return reply.code(422).send(result)
  request.log.info({ rollout: result.rollout }, 'a rollout was changed')
  return reply.send({ rollout: result.rollout })
}

/** The answer of a move that was carried out, or that had nothing to do. */
export const doneOf = (request: FastifyRequest, result: Exclude<MoveResult, { status: 'refused' }>) => {
  if (result.status === 'impossible') throw new Problem(409, result.message)
  if (result.status === 'moved') request.log.info({ move: result.move }, 'a channel was moved')
  return result
}
