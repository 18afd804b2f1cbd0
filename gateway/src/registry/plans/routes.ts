import {
  artifactParams,
  approvalsAnswer,
  endedPlanAnswer,
  freezesAnswer,
  ORDERS,
  orderProblemType,
  type OrderName,
  planAnswer,
  plansAnswer,
  refusedAnswer,
} from '@atalaia/artifact'
import { Problem } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { audienceFault, type AudienceSettings } from '../canary/audience.ts'
import {
  approvalOrder,
  approvalQuery,
  freezeOrder,
  freezeParams,
  planActOrder,
  planOrder,
  planParams,
} from './plan-orders.ts'
import type { PlanResult, Plans } from './plans.ts'

type Check = (request: FastifyRequest) => Promise<void>

export type PlanRouteOptions = {
  readonly plans: Plans
  readonly audiences: AudienceSettings
  /** Hooks that refuse senders without the right, by the table in @atalaia/artifact. */
  may(order: OrderName): Check
  /** The name for the history, and the identity. */
  authorityOf(request: FastifyRequest): { readonly who: string; readonly identity: string }
  goneSignal(reply: FastifyReply): AbortSignal
}

const MAX_FREEZES = 100

export const sendPlanned = (request: FastifyRequest, reply: FastifyReply, result: PlanResult) => {
  switch (result.status) {
    case 'impossible':
      throw new Problem(409, result.message, { type: orderProblemType(result.problem) })
    case 'refused':
      return reply.code(422).send(result)
    case 'waiting':
      request.log.info({ plan: result.plan }, 'a promotion waits')
      return reply.code(202).send(result)
    case 'ended':
      request.log.info({ plan: result.plan }, 'a promotion that waited has ended')
      return reply.send({ plan: result.plan })
    case 'done':
      request.log.info({ rollout: result.rollout }, 'a rollout was changed')
      return reply.send({ rollout: result.rollout, advice: result.advice })
    case 'moved':
      request.log.info({ move: result.move }, 'a channel was moved')
      return reply.send(result)
    case 'unchanged':
      return reply.send(result)
  }
}

/** `/-/remotes/:remote/plans…`, `/-/freezes…` and `/-/remotes/:remote/approval`. */
export const planRoutes = (root: FastifyInstance, options: PlanRouteOptions): void => {
  const { plans, audiences, may, authorityOf, goneSignal } = options
  const app = root.withTypeProvider<ZodTypeProvider>()

  app.post(
    ORDERS.plans(':remote'),
    {
      schema: {
        params: artifactParams,
        body: planOrder,
        response: { 200: planAnswer, 202: planAnswer, 422: refusedAnswer },
      },
      onRequest: may('promote'),
    },
    async (request, reply) => {
      const { params, body } = request
      if (body.force && body.why === null) throw new Problem(400, 'to overrule the gate, give a reason')
      const fault = body.audience && audienceFault(body.audience, audiences)
      if (fault) throw new Problem(409, fault, { type: orderProblemType('audience-unknown') })
      const { who, identity: sender } = authorityOf(request)
      const order = { ...body, ...params, who, sender, signal: goneSignal(reply) }
      return sendPlanned(request, reply, await plans.promote(order))
    },
  )

  app.post(
    ORDERS.plan(':remote', ':id', ':order'),
    {
      schema: {
        params: planParams,
        body: planActOrder,
        response: { 200: endedPlanAnswer.or(planAnswer), 202: planAnswer, 422: refusedAnswer },
      },
      onRequest: may('promote'),
    },
    async (request, reply) => {
      const { remote, id, order } = request.params
      const { why } = request.body
      const { who, identity: sender } = authorityOf(request)
      const sent = { remote, id, why, who, sender, signal: goneSignal(reply) }
      return sendPlanned(request, reply, await plans.act(order, sent))
    },
  )

  app.get(
    ORDERS.plans(':remote'),
    { schema: { params: artifactParams, response: { 200: plansAnswer } }, onRequest: may('history') },
    async ({ params: { remote } }) => plans.list(remote),
  )
  freezeRoutes(root, options)
  approvalRoutes(root, options)
}

/** Every key reads freezes; operators change them (M-FREEZE-3). */
const freezeRoutes = (root: FastifyInstance, { plans: { rules }, may, authorityOf }: PlanRouteOptions): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const answer = { 200: freezesAnswer }

  app.get(ORDERS.freezes, { schema: { response: answer }, onRequest: may('look') }, async () => ({
    freezes: await rules.freezes(),
  }))

  app.post(
    ORDERS.freezes,
    { schema: { body: freezeOrder, response: answer }, onRequest: may('windows') },
    async (request, reply) => {
      const { who } = authorityOf(request)
      if ((await rules.freezes()).length >= MAX_FREEZES)
        throw new Problem(409, `there are ${MAX_FREEZES} freezes already: remove one`, {
          type: orderProblemType('too-many-freezes'),
        })
      await rules.addFreeze({ ...request.body, who })
      request.log.info({ freeze: request.body, who }, 'a freeze was added')
      return reply.send({ freezes: await rules.freezes() })
    },
  )

  app.delete(
    ORDERS.freeze(':id'),
    { schema: { params: freezeParams, response: answer }, onRequest: may('windows') },
    async (request, reply) => {
      const { id } = request.params
      const { who } = authorityOf(request)
      if (!(await rules.removeFreeze(id, who))) throw new Problem(404, `there is no freeze ${id}`)
      request.log.info({ id, who }, 'a freeze was removed')
      return reply.send({ freezes: await rules.freezes() })
    },
  )
}

const approvalRoutes = (root: FastifyInstance, { plans: { rules }, may, authorityOf }: PlanRouteOptions): void => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const answer = { 200: approvalsAnswer }

  app.get(
    ORDERS.approvalOf(':remote'),
    { schema: { params: artifactParams, response: answer }, onRequest: may('history') },
    async ({ params: { remote } }) => ({ approvals: await rules.approvals(remote) }),
  )

  app.put(
    ORDERS.approvalOf(':remote'),
    { schema: { params: artifactParams, body: approvalOrder, response: answer }, onRequest: may('windows') },
    async (request, reply) => {
      const { remote } = request.params
      const { who } = authorityOf(request)
      await rules.requireApproval({ remote, ...request.body, who })
      request.log.info({ remote, ...request.body, who }, 'promotions need an approval')
      return reply.send({ approvals: await rules.approvals(remote) })
    },
  )

  app.delete(
    ORDERS.approvalOf(':remote'),
    { schema: { params: artifactParams, querystring: approvalQuery, response: answer }, onRequest: may('windows') },
    async (request, reply) => {
      const { remote } = request.params
      const { channel } = request.query
      const { who } = authorityOf(request)
      await rules.waiveApproval({ remote, channel }, who)
      request.log.info({ remote, channel, who }, 'promotions need no approval any more')
      return reply.send({ approvals: await rules.approvals(remote) })
    },
  )
}
