import { rolloutAnswer, rolloutsAnswer, ORDERS, refusedAnswer } from '@atalaia/artifact'
import type { RolloutResult, Rollouts } from '@atalaia/rollout/steps'
import { Problem } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { remoteParams, rolloutActOrder, rolloutOrder, rolloutParams } from './api.ts'
import { senderOf, type Authorities } from './authority.ts'
import type { LiveState } from './live-state.ts'

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
  readonly rollouts: Rollouts
  readonly live: LiveState
  readonly authority: Authorities
  /** Aborted when the connection of a request ends before its answer. */
  goneSignal(reply: FastifyReply): AbortSignal
}

/** `/-/remotes/:remote/rollouts…`: rollouts in steps, and how their versions do. */
export const rolloutRoutes = (root: FastifyInstance, options: RolloutRouteOptions): void => {
  const { rollouts, live, authority, goneSignal } = options
  const app = root.withTypeProvider<ZodTypeProvider>()
  const answers = { 200: rolloutAnswer, 422: refusedAnswer }

  app.post(
    ORDERS.rollout(':remote', 'start'),
    { schema: { params: remoteParams, body: rolloutOrder, response: answers }, onRequest: authority.ofRemote },
    async (request, reply) => {
      const { params, body } = request
      if (body.force && body.why === null) throw new Problem(400, 'to overrule the gate, give a reason')
      const order = { ...body, ...params, who: senderOf(request), signal: goneSignal(reply) }
      return answer(request, reply, await rollouts.start(order))
    },
  )

  app.post(
    ORDERS.rollout(':remote', ':order'),
    { schema: { params: rolloutParams, body: rolloutActOrder, response: answers }, onRequest: authority.ofRemote },
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
    { schema: { params: remoteParams, response: { 200: rolloutsAnswer } }, onRequest: authority.ofRemote },
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
