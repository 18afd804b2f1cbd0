import {
  artifactParams,
  DEFAULT_PERCENT,
  grantSchema,
  orderFields,
  ROLLOUT_ORDERS,
  STEP_LIMITS_MS,
  stepsSchema,
} from '@atalaia/artifact'
import { descriptorSchema, remoteNameSchema, versionSchema } from '@atalaia/contracts'
import { z } from 'zod'

// Orders of the registry's routes, and the answers that operators alone get. Those for teams are in @atalaia/artifact.

const { channel, why } = orderFields

export const remoteParams = z.object({ remote: remoteNameSchema })

export const promotionOrder = z.object({
  ...orderFields,
  version: versionSchema,
  percent: z.int().min(1).max(100).default(DEFAULT_PERCENT),
})
/** Body of `POST /-/remotes/:remote/rollouts/start`. `every`: milliseconds between steps. */
export const rolloutOrder = z.object({
  ...orderFields,
  version: versionSchema,
  steps: stepsSchema,
  every: z.int().min(STEP_LIMITS_MS.least).max(STEP_LIMITS_MS.most),
})
export const rolloutParams = z.object({ ...artifactParams.shape, order: z.enum(ROLLOUT_ORDERS) })
export const rolloutActOrder = z.preprocess((body) => body ?? {}, z.object(orderFields))
export const rollbackOrder = z.preprocess((body) => body ?? {}, z.object({ channel, why }))
export const doctorQuery = z.object({ shell: z.optional(versionSchema) })
export const checkOrder = z.object({ descriptor: descriptorSchema, channel })
const ahead = z.boolean().default(false)
export const grantsOrder = z.object({ grants: z.array(grantSchema).max(64), why, ahead })
export const prefixOrder = z.object({ prefix: z.string().max(200), why, ahead })

export const prunedAnswer = z.object({
  pruned: z.array(z.object({ name: z.string(), version: z.string() })).readonly(),
})
