import { descriptorSchema } from '@atalaia/contracts'
import { array, enum as zEnum, nullable, number, object, string, type infer as Infer } from 'zod/mini'

/** Why the gate refuses a promotion; `code` is stable, `message` is for people. */
export const reasonSchema = object({ code: string(), message: string() })
export type Reason = Infer<typeof reasonSchema>

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

/** What a channel of a remote points to. `candidate` goes to `percent` of the browsers. */
export const pointerRow = object({
  remote: string(),
  channel: string(),
  version: nullable(string()),
  candidate: nullable(string()),
  percent: nullable(number()),
  move: number(),
})
export type Pointer = Infer<typeof pointerRow>

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

/** What a move did to what everyone gets. */
export const turnRow = object({
  action: moveRow.shape.action,
  version: moveRow.shape.version,
  previous: moveRow.shape.previous,
})
export type Turn = Infer<typeof turnRow>

export const tokenRow = object({
  id: string(),
  remote: string(),
  label: string(),
  createdAt: string(),
  revokedAt: nullable(string()),
})
export type TokenRow = Infer<typeof tokenRow>

export const secretTokenRow = object({ ...tokenRow.shape, hash: string() })
export const shareRow = object({ seen: number(), failed: number() })
export const useRow = object({ remote: string(), module: string(), consumer: string() })
export type ModuleUse = Infer<typeof useRow>
