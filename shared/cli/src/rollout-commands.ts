import { ORDERS, ROLLOUT_ORDERS, rolloutAnswer, rolloutsAnswer, type Rollout, type RolloutAct } from '@atalaia/artifact'
import { DEFAULT_CHANNEL } from '@atalaia/contracts'
import { z } from 'zod'
import { Misuse, type Command, type Outcome } from './base/command-line.ts'
import type { Client } from './client.ts'
import { adviceLines, audienceText, or, tell } from './outcomes.ts'

// Rollouts in steps, for `npx atalaia` and for `npm run remotes`.

export const rolloutOptions = z
  .object({ channel: z.string(), reason: z.string().nullish().default(null), force: z.boolean().default(false) })
  .refine((options) => !options.force || options.reason !== null, '--force needs --reason')
export type RolloutOptions = z.output<typeof rolloutOptions>

export const withRolloutOptions = (command: Command): Command =>
  command
    .description('how a rollout in steps does; with an order: pause, resume or abort')
    .option('--channel <channel>', 'the channel that it is on', DEFAULT_CHANNEL)
    .option('--reason <text>', 'for the history')
    .option('--force', 'resumes what is held; needs --reason')

/** A rollout in one line. */
export const rolloutLine = ({
  remote,
  channel,
  version,
  audience,
  steps,
  step,
  status,
  nextAt,
  note,
}: Rollout): string => {
  const shares =
    steps.map((share, at) => (at === step ? `[${share} %]` : `${share} %`)).join(' ') + audienceText(audience)
  const next = status === 'running' ? [`next step from ${nextAt}`] : []
  return [remote, channel, version, status, shares, ...next, ...(note === null ? [] : [note])].join('  ')
}

const actLine = ({ at, act, who, why }: RolloutAct): string =>
  [`  ${at}`, act, `by ${who}`, ...(why === null ? [] : [`because ${why}`])].join('  ')

/** Shows a remote's newest rollouts, or acts on the running one. */
export const rollout = async (
  client: Client,
  { remote, order }: { readonly remote: string; readonly order: string | undefined },
  { channel, reason: why, force }: RolloutOptions,
): Promise<Outcome> => {
  if (order === undefined)
    return tell(rolloutsAnswer, ({ rollouts, verdicts }) => [
      ...or(
        rollouts.flatMap((one) => [rolloutLine(one), ...one.acts.map(actLine)]),
        `${remote}: no rollout yet`,
      ),
      ...verdicts.map((one) => `now, on ${one.channel}: ${one.verdict.reason}`),
    ])(await client.call({ method: 'GET', path: ORDERS.rollouts(remote) }))
  if (!ROLLOUT_ORDERS.some((known) => known === order))
    throw new Misuse(`rollout: the order is one of ${ROLLOUT_ORDERS.join(', ')}`)
  const path = ORDERS.rollout(remote, order)
  return tell(rolloutAnswer, (answer) => [rolloutLine(answer.rollout), ...adviceLines(answer.advice)])(
    await client.call({ method: 'POST', path, json: { channel, why, force } }),
  )
}
