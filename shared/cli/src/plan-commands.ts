import {
  endedPlanAnswer,
  ORDERS,
  PLAN_ORDERS,
  planAnswer,
  plansAnswer,
  type Plan,
  type PlanAct,
} from '@atalaia/artifact'
import { z } from 'zod'
import { Misuse, type Command, type Outcome } from './base/command-line.ts'
import type { Client } from './client.ts'
import { adviceLines, audienceText, moveLines, or, tell } from './outcomes.ts'
import { rolloutLine } from './rollout-commands.ts'

// Promotions that wait for their time or for another person, for `npx atalaia` and for `npm run remotes`.

export const plansOptions = z.object({ reason: z.string().nullish().default(null) })
export type PlansOptions = z.output<typeof plansOptions>

export const withPlansOptions = (command: Command): Command =>
  command
    .description('promotions that wait; with an order and the number of one: approve, refuse or cancel')
    .option('--reason <text>', 'for the history')

const planLine = (plan: Plan): string => {
  const { id, remote, channel, version, percent, steps, audience, at, approveUntil, approvedBy, status, note } = plan
  const share = steps ? steps.map((step) => `${step} %`).join(' ') : `${percent} %`
  return [
    `${id}`,
    remote,
    channel,
    `${version} to ${share}${audienceText(audience)}`,
    status,
    ...(at === null ? [] : [`at ${at}`]),
    ...(status === 'asked' ? [`to be approved by another person until ${approveUntil}`] : []),
    ...(approvedBy === null ? [] : [`approved by ${approvedBy}`]),
    ...(note === null ? [] : [note]),
  ].join('  ')
}

const actLine = ({ at, act, who, why }: PlanAct): string =>
  [`  ${at}`, act, `by ${who}`, ...(why === null ? [] : [`because ${why}`])].join('  ')

/** Prints the result of a promotion order. */
export const tellPlanned = tell(planAnswer, (answer) => {
  if ('rollout' in answer) return [rolloutLine(answer.rollout), ...adviceLines(answer.advice)]
  return answer.status === 'waiting' ? [planLine(answer.plan)] : moveLines(answer)
})

/** Shows a remote's waiting promotions, or acts on one. */
export const plans = async (
  client: Client,
  {
    remote,
    order,
    id,
  }: { readonly remote: string; readonly order: string | undefined; readonly id: string | undefined },
  { reason: why }: PlansOptions,
): Promise<Outcome> => {
  if (order === undefined)
    return tell(plansAnswer, (answer) => [
      ...(answer.frozen ? [`frozen by "${answer.frozen.name}" until ${answer.frozen.until}`] : []),
      ...answer.approvals.map((rule) => `${rule.channel}: another person has to approve`),
      ...or(
        answer.plans.flatMap((plan) => [planLine(plan), ...plan.acts.map(actLine)]),
        `${remote}: nothing waits`,
      ),
    ])(await client.call({ method: 'GET', path: ORDERS.plans(remote) }))
  if (!PLAN_ORDERS.some((known) => known === order) || !/^\d{1,9}$/.test(id ?? ''))
    throw new Misuse(`plans: the order is one of ${PLAN_ORDERS.join(', ')}, with the number of a promotion that waits`)
  const answer = await client.call({ method: 'POST', path: ORDERS.plan(remote, id ?? '', order), json: { why } })
  return order === 'approve' ? tellPlanned(answer) : tell(endedPlanAnswer, (ended) => [planLine(ended.plan)])(answer)
}
