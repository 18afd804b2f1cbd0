import { CHANNEL_PATTERN, DEFAULT_CHANNEL, descriptorSchema, remoteNameSchema, versionSchema } from '@atalaia/contracts'
import { z } from 'zod'
import { grantedRow, grantSchema, moveRow, pointerRow, reasonSchema, tokenRow } from './repository/records.ts'

// Orders and answers of the registry's routes. The routes hold to them, and `npm run remotes` reads answers with them.

/** Addresses of the orders. A route's pattern has `:remote` or `:id` in the place of the name. */
export const ORDERS = {
  remotes: '/-/remotes',
  check: '/-/remotes/check',
  artifact: (remote: string) => `/-/remotes/${remote}/artifact`,
  promote: (remote: string) => `/-/remotes/${remote}/promote`,
  rollback: (remote: string) => `/-/remotes/${remote}/rollback`,
  history: (remote: string) => `/-/remotes/${remote}/history`,
  grantsOf: (remote: string) => `/-/remotes/${remote}/grants`,
  grants: '/-/grants',
  prune: '/-/prune',
  tokens: '/-/tokens',
  token: (id: string) => `/-/tokens/${id}`,
}

const channel = z.string().regex(CHANNEL_PATTERN, 'a channel is named in lower case').default(DEFAULT_CHANNEL)
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
/** Body of `POST /-/remotes/:remote/rollback`, which may be left out. */
export const rollbackOrder = z.preprocess((body) => body ?? {}, z.object({ channel, why }))
/** Body of `POST /-/remotes/check`. */
export const checkOrder = z.object({ descriptor: descriptorSchema, channel })
/** Body of `POST /-/tokens`. */
export const tokenOrder = z.object({
  remote: remoteNameSchema,
  label: z
    .string()
    .regex(/^[\w.@ -]{1,60}$/, 'a label has letters, digits, . @ - and _')
    .default('ci'),
})
/** Body of `PUT /-/remotes/:remote/grants`: all that the remote may have from now on. */
export const grantsOrder = z.object({ grants: z.array(grantSchema).max(10) })
export const tokenParams = z.object({ id: z.string() })

export const publishAnswer = z.object({
  status: z.enum(['published', 'unchanged']),
  name: z.string(),
  version: z.string(),
})
export const moveAnswer = z.union([
  z.object({ status: z.literal('moved'), move: moveRow }),
  z.object({ status: z.literal('unchanged') }),
])
/** Answer of a check: the gate's reasons against the promotion. */
export const reasonsAnswer = z.object({ reasons: z.array(reasonSchema).readonly() })
/** Answer of a promotion that the gate refuses (422). */
export const refusedAnswer = z.object({ status: z.literal('refused'), reasons: z.array(reasonSchema).readonly() })
export const historyAnswer = z.object({ moves: z.array(moveRow).readonly() })
export const listAnswer = z.object({
  pointers: z.array(pointerRow).readonly(),
  /** The workspace's builds. */
  built: z.array(z.object({ name: z.string(), version: z.string(), owner: z.string() })).readonly(),
  artifacts: z
    .array(
      z.object({
        name: z.string(),
        version: z.string(),
        owner: z.string(),
        publishedAt: z.string(),
        publishedBy: z.string(),
        promotedAt: z.string().nullable(),
        prunedAt: z.string().nullable(),
      }),
    )
    .readonly(),
})
export const grantsAnswer = z.object({ granted: z.array(grantedRow).readonly() })
export const prunedAnswer = z.object({
  pruned: z.array(z.object({ name: z.string(), version: z.string() })).readonly(),
})
export const newTokenAnswer = z.object({ id: z.string(), token: z.string() })
export const tokensAnswer = z.object({ tokens: z.array(tokenRow).readonly() })
