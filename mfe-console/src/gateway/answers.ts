import {
  approvalRow,
  canaryVerdictSchema,
  freezeRow,
  channelRow,
  frozenRow,
  moveRow,
  planRow,
  reasonSchema,
  rolloutActRow,
  rolloutRow,
  warningSchema,
} from '@atalaia/artifact/rows'
import { _default, array, enum as zEnum, nullable, object, optional, string, type infer as Infer } from 'zod/mini'

export const publishedSchema = object({
  name: string(),
  version: string(),
  owner: string(),
  publishedAt: string(),
  publishedBy: string(),
  prunedAt: nullable(string()),
})

const liveChannel = object({ ...channelRow.shape, held: nullable(string()) })
export type LiveChannel = Infer<typeof liveChannel>

export const liveSchema = object({
  pointers: array(liveChannel),
  built: array(object({ name: string(), version: string(), owner: string() })),
  artifacts: array(publishedSchema),
})
export type Live = Infer<typeof liveSchema>

export const historySchema = object({ moves: array(moveRow) })

const rolloutWithActs = object({ ...rolloutRow.shape, acts: array(rolloutActRow) })
export type RolloutWithActs = Infer<typeof rolloutWithActs>
export const rolloutsSchema = object({
  rollouts: array(rolloutWithActs),
  verdicts: array(object({ channel: string(), verdict: canaryVerdictSchema })),
})

export const plansSchema = object({
  plans: array(planRow),
  frozen: nullable(frozenRow),
  approvals: array(approvalRow),
})
export type Plans = Infer<typeof plansSchema>

export const previewSchema = object({ link: string(), until: string() })
export const reasonsSchema = object({ reasons: array(reasonSchema) })
export const problemSchema = object({ message: string(), type: optional(string()) })
/** Older gateways send no warnings. */
export const checkSchema = object({ ...reasonsSchema.shape, warnings: _default(array(warningSchema), []) })
export const freezesSchema = object({ freezes: array(freezeRow) })
/** A started rollout has no status. */
export const promotedSchema = object({ status: optional(string()) })
const installationReport = object({
  name: string(),
  state: zEnum(['ok', 'warn', 'fail']),
  text: string(),
  advice: nullable(string()),
})
export type InstallationReport = Infer<typeof installationReport>
export const installationSchema = object({ checks: array(installationReport) })
export const anyAnswer = object({})
