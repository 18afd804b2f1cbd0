import { artifactNameSchema, CHANNEL_PATTERN, DEFAULT_CHANNEL } from '@atalaia/contracts'
import { z } from 'zod'
import { _default, nullable, object, string, type infer as Infer } from 'zod/mini'
import { rightSchema } from './rights.ts'
import { channelRow, grantRow, moveRow, ownedRow, reasonSchema, warningSchema } from './rows.ts'

// Orders about published versions, and a gateway's answers. The rows of answers are in rows.ts.

export const artifactParams = z.object({ remote: artifactNameSchema })
/** The move keeps `why`; `force` overrules the gate (M-GATE-8). */
export const orderFields = {
  channel: z.string().regex(CHANNEL_PATTERN, 'a channel is named in lower case').default(DEFAULT_CHANNEL),
  why: z.string().trim().min(1).max(500).nullish().default(null),
  force: z.boolean().default(false),
}

/**
 * `held`: why the newest promotion is held; `null` when not held, or from older gateways
 * (M-ROLLBACK-6).
 */
export const pointerRow = object({ ...channelRow.shape, held: _default(nullable(string()), null) })
export type Pointer = Infer<typeof pointerRow>

export const publishAnswer = z.object({
  status: z.enum(['published', 'unchanged']),
  name: z.string(),
  version: z.string(),
})
export const moveAnswer = z.union([
  /** `advice`: verifier remarks that do not stop the order. */
  z.object({ status: z.literal('moved'), move: moveRow, advice: z.array(reasonSchema).readonly().optional() }),
  z.object({ status: z.literal('unchanged') }),
])
export const reasonsAnswer = z.object({ reasons: z.array(reasonSchema).readonly() })
/** Older gateways send no warnings. */
export const checkAnswer = z.object({
  ...reasonsAnswer.shape,
  /** A freeze, a missing or bad browser verdict, or another person's approval. */
  warnings: z.array(warningSchema).readonly().default([]),
  /** The valid verdict for promotion; `null`: none, or not needed. */
  verified: z.object({ by: z.string(), at: z.string() }).nullable().default(null),
})
export type CheckAnswer = z.output<typeof checkAnswer>
export const refusedAnswer = z.object({ status: z.literal('refused'), reasons: z.array(reasonSchema).readonly() })
export const previewAnswer = z.object({ link: z.string(), until: z.string() })
export const grantsAnswer = z.object({ granted: z.array(grantRow).readonly(), owned: z.array(ownedRow).readonly() })
export const historyAnswer = z.object({ moves: z.array(moveRow).readonly() })
export const listAnswer = z.object({
  pointers: z.array(pointerRow).readonly(),
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

/** Words of RFC 8693 (OAuth 2.0 Token Exchange). */
export const TOKEN_EXCHANGE = {
  grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
  idToken: 'urn:ietf:params:oauth:token-type:id_token',
  accessToken: 'urn:ietf:params:oauth:token-type:access_token',
} as const
export const exchangeOrder = z.object({
  grant_type: z.literal(TOKEN_EXCHANGE.grantType),
  subject_token: z.string().min(1).max(16_384),
  subject_token_type: z.literal(TOKEN_EXCHANGE.idToken),
})
/** A key of the remote with seconds to live and rights in `scope`. */
export const exchangeAnswer = z.object({
  access_token: z.string(),
  issued_token_type: z.literal(TOKEN_EXCHANGE.accessToken),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.string(),
  may: z.array(rightSchema).readonly(),
  who: z.string(),
})
