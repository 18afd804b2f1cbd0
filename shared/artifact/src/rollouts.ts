import { z } from 'zod'
import { moveAnswer } from './registry.ts'
import { canaryVerdictSchema, rolloutActRow, rolloutRow } from './rows.ts'

// What a team and a gateway say to each other about rollouts in steps.

/** The most steps of a rollout. */
export const MAX_STEPS = 10
/** Milliseconds from one step to the next: the least and the most. */
export const STEP_LIMITS_MS = { least: 1000, most: 7 * 86_400_000 } as const

/** Shares in percent, each larger than the one before; the last is everybody. */
export const stepsSchema = z
  .array(z.int().min(1).max(100))
  .min(2)
  .max(MAX_STEPS)
  .refine(
    (steps) => steps.at(-1) === 100 && steps.every((share, at) => share > (steps[at - 1] ?? 0)),
    'are two shares or more, which grow and end with 100: 1,10,50,100',
  )

/** The most values of one kind in an audience. */
const MAX_VALUES = 50
const listOf = (value: z.ZodType<string, string>) => z.array(value).min(1).max(MAX_VALUES).optional()
const word = z.string().regex(/^[\w.-]{1,64}$/, 'is letters, digits, _ . and -')
/** An audience as an order names it. Regions are compared in capitals, names of headers in lower case. */
export const audienceSchema = z
  .strictObject({
    org: listOf(word),
    role: listOf(word),
    region: listOf(
      z
        .string()
        .regex(/^[A-Za-z0-9-]{1,20}$/, 'is a code as BR')
        .transform((code) => code.toUpperCase()),
    ),
    header: listOf(
      z
        .string()
        .regex(/^[A-Za-z0-9-]{1,64}:[\x21-\x7e]{1,100}$/, 'is a name and a value: X-Beta:1')
        .transform((text) => text.replace(/^[^:]+/, (name) => name.toLowerCase())),
    ),
  })
  .refine((audience) => Object.values(audience).some((values) => values !== undefined), 'names at least one rule')

/** Answer of all orders about one rollout. */
export const rolloutAnswer = z.object({ rollout: rolloutRow })
/** Answer of a plan that was carried out at once: a move, or a rollout that has started. */
export const planAnswer = z.union([rolloutAnswer, moveAnswer])
/** Answer of `GET /-/remotes/:remote/rollouts`: the newest 20, and the canary version that runs now, judged. */
export const rolloutsAnswer = z.object({
  rollouts: z.array(z.object({ ...rolloutRow.shape, acts: z.array(rolloutActRow).readonly() })).readonly(),
  verdicts: z.array(z.object({ channel: z.string(), verdict: canaryVerdictSchema })).readonly(),
})
export type RolloutsAnswer = z.output<typeof rolloutsAnswer>
