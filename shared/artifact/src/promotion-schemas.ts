import { z } from 'zod'
import { areSteps, AUDIENCE_VALUES, MAX_AUDIENCE_VALUES, MAX_STEPS } from './order-rules.ts'
import { moveAnswer } from './registry.ts'
import { approvalRow, freezeRow, frozenRow, planActRow, planRow } from './plan-rows.ts'
import { canaryVerdictSchema, reasonSchema, rolloutActRow, rolloutRow } from './rows.ts'

// What a team and a gateway say to each other about rollouts in steps, audiences, and promotions that wait.

const listOf = (value: z.ZodType<string, string>) => z.array(value).min(1).max(MAX_AUDIENCE_VALUES).optional()
const word = z.string().regex(AUDIENCE_VALUES.org, 'is letters, digits, _ . and -')
/** Compares regions in capitals, header names in lower case. */
export const audienceSchema = z
  .strictObject({
    org: listOf(word),
    role: listOf(word),
    region: listOf(
      z
        .string()
        .regex(AUDIENCE_VALUES.region, 'is a code as BR')
        .transform((code) => code.toUpperCase()),
    ),
    header: listOf(
      z
        .string()
        .regex(AUDIENCE_VALUES.header, 'is a name and a value: X-Beta:1')
        .transform((text) => text.replace(/^[^:]+/, (name) => name.toLowerCase())),
    ),
  })
  .refine((audience) => Object.values(audience).some((values) => values !== undefined), 'names at least one rule')

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/
/** Needs an offset; seconds are optional. */
export const instantSchema = z
  .string()
  .refine(
    (text) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)),
    'is a time with its offset: 2026-12-01T09:00-03:00',
  )

/** Growing percents; the last is everybody. */
export const stepsSchema = z
  .array(z.int().min(1).max(100))
  .min(2)
  .max(MAX_STEPS)
  .refine(areSteps, 'are two shares or more, which grow and end with 100: 1,10,50,100')

export const rolloutAnswer = z.object({ rollout: rolloutRow, advice: z.array(reasonSchema).readonly().optional() })
/** Answer of `GET /-/remotes/:remote/rollouts`: the newest 20, and the judged canary version. */
export const rolloutsAnswer = z.object({
  rollouts: z.array(z.object({ ...rolloutRow.shape, acts: z.array(rolloutActRow).readonly() })).readonly(),
  verdicts: z.array(z.object({ channel: z.string(), verdict: canaryVerdictSchema })).readonly(),
})
export type RolloutsAnswer = z.output<typeof rolloutsAnswer>

const waiting = z.object({ status: z.literal('waiting'), plan: planRow })
export const planAnswer = z.union([waiting, rolloutAnswer, moveAnswer])
export const endedPlanAnswer = z.object({ plan: planRow })
/**
 * Answer of `GET /-/remotes/:remote/plans`: the newest 50, the present freeze, and channels with
 * approval.
 */
export const plansAnswer = z.object({
  plans: z.array(z.object({ ...planRow.shape, acts: z.array(planActRow).readonly() })).readonly(),
  frozen: z.nullable(frozenRow),
  approvals: z.array(approvalRow).readonly(),
})
export type PlansAnswer = z.output<typeof plansAnswer>
export const freezesAnswer = z.object({ freezes: z.array(freezeRow).readonly() })
export const approvalsAnswer = z.object({ approvals: z.array(approvalRow).readonly() })
