import {
  artifactParams,
  planAnswer,
  rolloutAnswer,
  rolloutsAnswer,
  ORDERS,
  refusedAnswer,
  type RolloutOrder,
} from '@atalaia/artifact'
import { sendPlanned } from './plans/routes.ts'
import type { Plans } from './plans/plans.ts'
import type { Rollouts } from './rollouts.ts'
import { Problem } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { rolloutActOrder, rolloutOrder, rolloutParams } from './api.ts'
import { authorityOf, senderOf, type Authorities, type Check } from './rights/authority.ts'
import type { LiveState } from './live-state.ts'

const STEP_EVERY_MS = 1000

/** Orders that gateways execute themselves. */
export type OwnOrders = { readonly rollouts: Rollouts; readonly plans: Plans }

/** Executes steps and plans while `app` runs. Logs and retries failures. */
export const followRollouts = (
  app: FastifyInstance,
  { live, rollouts, plans }: OwnOrders & { readonly live: LiveState },
): void => {
  let stepping: Promise<void> | undefined
  const step = async () => {
    try {
      await plans.carryOutDue()
      // Without a canary version no rollout is under way.
      if (live.current().pointers.some(({ candidate }) => candidate !== null)) await rollouts.stepDue()
    } catch (err) {
      app.log.error({ err }, 'a rollout or a plan could not be carried on')
    } finally {
      stepping = undefined
    }
  }
  const look = () => {
    // A database that does not answer is left alone.
    if (live.health() === 'ready') stepping ??= step()
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

export type RolloutRouteOptions = OwnOrders & {
  readonly live: LiveState
  readonly authority: Authorities
  readonly limitLooks: (request: FastifyRequest) => Promise<void>
  goneSignal(reply: FastifyReply): AbortSignal
}

/** `/-/remotes/:remote/rollouts…`: rollouts in steps, and verdicts on their versions. */
export const rolloutRoutes = (root: FastifyInstance, options: RolloutRouteOptions): void => {
  const { rollouts, plans, live, authority, limitLooks, goneSignal } = options
  const app = root.withTypeProvider<ZodTypeProvider>()
  const answers = { 200: rolloutAnswer, 422: refusedAnswer }

  app.post(
    ORDERS.rollout(':remote', 'start'),
    {
      schema: { params: artifactParams, body: rolloutOrder, response: { ...answers, 202: planAnswer } },
      onRequest: authority.may('promote'),
    },
    async (request, reply) => {
      const { params, body } = request
      if (body.force && body.why === null) throw new Problem(400, 'to overrule the gate, give a reason')
      const { who, identity: sender } = authorityOf(request)
      const order = { ...body, ...params, percent: 100, at: null, who, sender, signal: goneSignal(reply) }
      return sendPlanned(request, reply, await plans.promote(order))
    },
  )

  const mayAct: Readonly<Record<RolloutOrder, Check>> = {
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
      const { channel } = body
      // To overrule a hold is to promote: nobody does it alone where another person has to approve.
      const isRuled = (await plans.rules.approvals(remote)).some((rule) => rule.channel === channel)
      if (params.order === 'resume' && body.force && isRuled) {
        const message = `${remote}: another person has to approve promotions on ${channel}: promote it again`
        return sendPlanned(request, reply, { status: 'impossible', problem: 'approval-needed', message })
      }
      const order = { ...body, remote, who: senderOf(request), signal: goneSignal(reply) }
      return sendPlanned(request, reply, await rollouts.act(params.order, order))
    },
  )

  app.get(
    ORDERS.rollouts(':remote'),
    {
      schema: { params: artifactParams, response: { 200: rolloutsAnswer } },
      onRequest: [authority.may('history'), limitLooks],
    },
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
