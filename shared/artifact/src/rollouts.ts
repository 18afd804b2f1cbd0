import { z } from 'zod'
import { areSteps, MAX_STEPS } from './order-rules.ts'
import { canaryVerdictSchema, reasonSchema, rolloutActRow, rolloutRow } from './rows.ts'

// What a team and a gateway say to each other about rollouts in steps.

/** Shares in percent, each larger than the one before; the last is everybody. */
export const stepsSchema = z
  .array(z.int().min(1).max(100))
  .min(2)
  .max(MAX_STEPS)
  .refine(areSteps, 'are two shares or more, which grow and end with 100: 1,10,50,100')

/** Answer of all orders about one rollout. `advice`: what a verifier would have to say, where the gateway only remarks it. */
export const rolloutAnswer = z.object({ rollout: rolloutRow, advice: z.array(reasonSchema).readonly().optional() })
/** Answer of `GET /-/remotes/:remote/rollouts`: the newest 20, and the canary version that runs now, judged. */
export const rolloutsAnswer = z.object({
  rollouts: z.array(z.object({ ...rolloutRow.shape, acts: z.array(rolloutActRow).readonly() })).readonly(),
  verdicts: z.array(z.object({ channel: z.string(), verdict: canaryVerdictSchema })).readonly(),
})
export type RolloutsAnswer = z.output<typeof rolloutsAnswer>
