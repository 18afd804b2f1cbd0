import { z } from 'zod'
import { _default, array, enum as zEnum, nullable, number, object, string, type infer as Infer } from 'zod/mini'

// What a team and a gateway say to each other about published versions.

/** Addresses of the orders. A route's pattern has `:remote` or `:id` in the place of the name. */
export const ORDERS = {
  remotes: '/-/remotes',
  check: '/-/remotes/check',
  artifact: (remote: string): string => `/-/remotes/${remote}/artifact`,
  promote: (remote: string): string => `/-/remotes/${remote}/promote`,
  rollback: (remote: string): string => `/-/remotes/${remote}/rollback`,
  history: (remote: string): string => `/-/remotes/${remote}/history`,
  grantsOf: (remote: string): string => `/-/remotes/${remote}/grants`,
  grants: '/-/grants',
  prune: '/-/prune',
  tokens: '/-/tokens',
  token: (id: string): string => `/-/tokens/${id}`,
} as const

/** A reason for which the gate refuses a promotion. `code` is stable, `message` is for people. */
export const reasonSchema = object({ code: string(), message: string() })
export type Reason = Infer<typeof reasonSchema>

/**
 * A channel of a remote, and the versions that it points to. `version` is for everybody (`null`: nothing that was
 * published); `candidate`, the canary version, is for `percent` of the browsers. `move` is the id of the newest move.
 * `held` says why that move's promotion is held (M-ROLLBACK-6); `null`, also from gateways that hold nothing: it is not.
 */
export const pointerRow = object({
  remote: string(),
  channel: string(),
  version: nullable(string()),
  candidate: nullable(string()),
  percent: nullable(number()),
  move: number(),
  held: _default(nullable(string()), null),
})
export type Pointer = Infer<typeof pointerRow>

/** One entry of a channel's history. `version` is what everybody gets after it, `previous` what they got before. */
export const moveRow = object({
  id: number(),
  remote: string(),
  channel: string(),
  action: zEnum(['promote', 'canary', 'rollback']),
  version: nullable(string()),
  previous: nullable(string()),
  candidate: nullable(string()),
  percent: nullable(number()),
  who: string(),
  why: nullable(string()),
  overruled: array(reasonSchema),
  at: string(),
})
export type Move = Infer<typeof moveRow>

/** Answer of a publication. */
export const publishAnswer = z.object({
  status: z.enum(['published', 'unchanged']),
  name: z.string(),
  version: z.string(),
})
/** Answer of a promotion, and of a rollback. */
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
