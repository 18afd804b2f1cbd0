import { descriptorSchema } from '@atalaia/contracts'
import { _default, array, enum as zEnum, nullable, number, object, string, type infer as Infer } from 'zod/mini'

/** A reason for which the gate refuses a promotion. `code` is stable, `message` is for people. */
export const reasonSchema = object({ code: string(), message: string() })
export type Reason = Infer<typeof reasonSchema>

/** One published build. Instants are ISO 8601. */
export const artifactRow = object({
  name: string(),
  version: string(),
  digest: string(),
  descriptor: descriptorSchema,
  publishedAt: string(),
  publishedBy: string(),
  promotedAt: nullable(string()),
  prunedAt: nullable(string()),
})
export type ArtifactRow = Infer<typeof artifactRow>

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

/** The part of a move that says how it changed the version for everybody. */
export const channelChangeRow = object({
  action: moveRow.shape.action,
  version: moveRow.shape.version,
  previous: moveRow.shape.previous,
})
export type ChannelChange = Infer<typeof channelChangeRow>

/**
 * Rights that a remote has only if an operator grants them: the session's token, public routes, routes with `*`, and
 * widgets in pages of other remotes.
 */
export const grantSchema = zEnum(['token', 'public-routes', 'catch-all-routes', 'widgets'])
export type Grant = Infer<typeof grantSchema>
export const grantedRow = object({ remote: string(), grant: grantSchema })
export type GrantedTo = Infer<typeof grantedRow>

/** A deploy token, without its secret. */
export const tokenRow = object({
  id: string(),
  remote: string(),
  label: string(),
  createdAt: string(),
  revokedAt: nullable(string()),
})
export type TokenRow = Infer<typeof tokenRow>

export const secretTokenRow = object({ ...tokenRow.shape, hash: string() })
/** Numbers of all that were counted, and of those that failed. */
export type Share = { readonly seen: number; readonly failed: number }

/** `consumer` takes the exposed `module` of `remote`: the shell, or the origin of a portal. */
export const useRow = object({ remote: string(), module: string(), consumer: string() })
export type ModuleUse = Infer<typeof useRow>
