import { artifactNameSchema, CHANNEL_PATTERN, DEFAULT_CHANNEL } from '@atalaia/contracts'
import { z } from 'zod'
import { _default, nullable, object, string, type infer as Infer } from 'zod/mini'
import { rightSchema } from './rights.ts'
import { channelRow, grantRow, moveRow, ownedRow, reasonSchema, warningSchema } from './rows.ts'

// Orders about published versions, and a gateway's answers. The rows of answers are in rows.ts.

/** A remote that an order is about, or the shell. */
export const artifactParams = z.object({ remote: artifactNameSchema })
/** Fields of orders that move a channel. `why` is kept with the move; `force` overrules the gate (M-GATE-8). */
export const orderFields = {
  channel: z.string().regex(CHANNEL_PATTERN, 'a channel is named in lower case').default(DEFAULT_CHANNEL),
  why: z.string().trim().min(1).max(500).nullish().default(null),
  force: z.boolean().default(false),
}

/** `held` says why the newest move's promotion is held (M-ROLLBACK-6); `null`, also from gateways that hold nothing: it is not. */
export const pointerRow = object({ ...channelRow.shape, held: _default(nullable(string()), null) })
export type Pointer = Infer<typeof pointerRow>

/** Answer of a publication. */
export const publishAnswer = z.object({
  status: z.enum(['published', 'unchanged']),
  name: z.string(),
  version: z.string(),
})
/** Answer of a promotion, and of a rollback. */
export const moveAnswer = z.union([
  /** `advice`: what a verifier would have to say, where the gateway only remarks it. */
  z.object({ status: z.literal('moved'), move: moveRow, advice: z.array(reasonSchema).readonly().optional() }),
  z.object({ status: z.literal('unchanged') }),
])
/** The gate's reasons against a promotion, as a refusal has them too. */
export const reasonsAnswer = z.object({ reasons: z.array(reasonSchema).readonly() })
/** Answer of a check. Gateways of before warn of nothing. */
export const checkAnswer = z.object({
  ...reasonsAnswer.shape,
  /** A freeze that holds, a verdict of a browser that is missing or bad, another person's approval. */
  warnings: z.array(warningSchema).readonly().default([]),
  /** The verdict of a browser with which the version may be promoted; `null`: there is none, or nobody asks for one. */
  verified: z.object({ by: z.string(), at: z.string() }).nullable().default(null),
})
export type CheckAnswer = z.output<typeof checkAnswer>
/** Answer of a promotion that the gate refuses (422). */
export const refusedAnswer = z.object({ status: z.literal('refused'), reasons: z.array(reasonSchema).readonly() })
/** Answer of `POST /-/remotes/:remote/preview`: the address that shows the version, and the ISO 8601 instant at which it ends. */
export const previewAnswer = z.object({ link: z.string(), until: z.string() })
/** Answer of `GET /-/grants`: what operators have granted and reserved, to all remotes. */
export const grantsAnswer = z.object({ granted: z.array(grantRow).readonly(), owned: z.array(ownedRow).readonly() })
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

/** The words of RFC 8693 (OAuth 2.0 Token Exchange) that both sides say. */
export const TOKEN_EXCHANGE = {
  grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
  idToken: 'urn:ietf:params:oauth:token-type:id_token',
  accessToken: 'urn:ietf:params:oauth:token-type:access_token',
} as const
/** Body of `POST /-/remotes/:remote/token`: the identity token of a CI job. */
export const exchangeOrder = z.object({
  grant_type: z.literal(TOKEN_EXCHANGE.grantType),
  subject_token: z.string().min(1).max(16_384),
  subject_token_type: z.literal(TOKEN_EXCHANGE.idToken),
})
/** Answer of it: a key of that remote, for so many seconds, with the rights in `scope`. */
export const exchangeAnswer = z.object({
  access_token: z.string(),
  issued_token_type: z.literal(TOKEN_EXCHANGE.accessToken),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.string(),
  may: z.array(rightSchema).readonly(),
  who: z.string(),
})
