import { descriptorSchema, remoteNameSchema, versionSchema } from '@atalaia/contracts'
import { z } from 'zod'
import { moveRow, pointerRow, reasonSchema, tokenRow } from './repository/records.ts'

// Orders and answers of the registry's routes. The routes hold to them, and `npm run remotes` reads answers with them.

/** A channel: lower-case letters, digits and hyphens, at most 40. */
export const channelSchema = z.string().regex(/^[a-z0-9-]{1,40}$/, 'a channel is named in lower case')
const channel = channelSchema.default('stable')
const why = z.string().trim().min(1).max(500).nullish().default(null)

export const remoteParams = z.object({ remote: remoteNameSchema })

/** Body of `POST /-/remotes/:remote/promote`. */
export const promotionOrder = z.object({
  version: versionSchema,
  channel,
  percent: z.int().min(1).max(100).default(100),
  why,
  force: z.boolean().default(false),
})
/** Body of `POST /-/remotes/:remote/rollback`. */
export const rollbackOrder = z.object({ channel, why })
/** Body of `POST /-/remotes/check`. */
export const checkOrder = z.object({ descriptor: descriptorSchema, channel })
/** Body of `POST /-/tokens`. */
export const tokenOrder = z.object({
  remote: remoteNameSchema,
  label: z
    .string()
    .regex(/^[\w.@ -]{1,60}$/)
    .default('ci'),
})

export const publishAnswer = z.object({
  status: z.enum(['published', 'unchanged']),
  name: z.string(),
  version: z.string(),
})
export const moveAnswer = z.union([
  z.object({ status: z.literal('moved'), move: moveRow }),
  z.object({ status: z.literal('unchanged') }),
])
/** The gate's reasons: of a check, and of a promotion that was refused. */
export const reasonsAnswer = z.object({ reasons: z.array(reasonSchema) })
export const historyAnswer = z.object({ moves: z.array(moveRow) })
export const listAnswer = z.object({
  pointers: z.array(pointerRow),
  /** The workspace's builds. */
  built: z.array(z.object({ name: z.string(), version: z.string(), owner: z.string() })),
  artifacts: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      owner: z.string(),
      publishedAt: z.string(),
      publishedBy: z.string(),
      promotedAt: z.string().nullable(),
      prunedAt: z.string().nullable(),
    }),
  ),
})
export const prunedAnswer = z.object({ pruned: z.array(z.object({ name: z.string(), version: z.string() })) })
export const newTokenAnswer = z.object({ id: z.string(), token: z.string() })
export const tokensAnswer = z.object({ tokens: z.array(tokenRow) })
/** A failure in words. */
export const messageAnswer = z.object({ message: z.string() })
