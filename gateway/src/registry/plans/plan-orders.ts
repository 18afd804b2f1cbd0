import {
  APPROVAL_LIMITS_MS,
  artifactParams,
  audienceSchema,
  DEFAULT_PERCENT,
  FREEZE_NAME,
  instantSchema,
  isTimeZone,
  orderFields,
  PLAN_ORDERS,
  STEP_LIMITS_MS,
  stepsSchema,
} from '@atalaia/artifact'
import { artifactNameSchema, versionSchema } from '@atalaia/contracts'
import { z } from 'zod'
import { minuteOfWeek } from './freezes.ts'

// Bodies and addresses of the orders about promotions that wait, freezes and approvals.

export const planParams = z.object({
  ...artifactParams.shape,
  id: z.coerce.number().int().min(1).max(2_147_483_647),
  order: z.enum(PLAN_ORDERS),
})
export const freezeParams = z.object({ id: planParams.shape.id })

/** Body of `POST /-/remotes/:remote/plans`: a promotion, or a rollout with `steps`. */
export const planOrder = z
  .object({
    ...orderFields,
    version: versionSchema,
    percent: z.int().min(1).max(100).default(DEFAULT_PERCENT),
    steps: stepsSchema.optional(),
    every: z.int().min(STEP_LIMITS_MS.least).max(STEP_LIMITS_MS.most).default(600_000),
    audience: audienceSchema.nullish().default(null),
    at: instantSchema.nullish().default(null),
  })
  .refine(
    ({ steps, percent }) => steps === undefined || percent === DEFAULT_PERCENT,
    'steps have no percent beside them',
  )

/** Body of `POST /-/remotes/:remote/plans/:id/:order`. */
export const planActOrder = z.preprocess((body) => body ?? {}, z.object({ why: orderFields.why }))

const time = z.string().refine((text) => minuteOfWeek(text) !== undefined, 'is a day and a time: fri 16:00')
const weekly = z
  .object({ from: time, to: time, zone: z.string().max(60).refine(isTimeZone, 'is a time zone: America/Sao_Paulo') })
  .refine(({ from, to }) => from !== to, 'begins and ends at different times')

export const freezeOrder = z
  .object({
    name: z.string().trim().regex(FREEZE_NAME, 'is a name of up to 80 characters, without quotation marks'),
    remote: z.nullish(artifactNameSchema).default(null),
    starts: instantSchema.nullish().default(null),
    ends: instantSchema.nullish().default(null),
    weekly: weekly.nullish().default(null),
  })
  .refine(
    ({ starts, ends, weekly: each }) =>
      each
        ? starts === null && ends === null
        : starts !== null && ends !== null && Date.parse(starts) < Date.parse(ends),
    'a freeze has starts and a later ends, or weekly',
  )

/** Body of `PUT /-/remotes/:remote/approval` (M-APPROVAL-3). */
export const approvalOrder = z.object({
  channel: orderFields.channel,
  within: z.int().min(APPROVAL_LIMITS_MS.least).max(APPROVAL_LIMITS_MS.most).default(86_400_000),
})
/** Query of `DELETE /-/remotes/:remote/approval`. */
export const approvalQuery = z.object({ channel: orderFields.channel })
