import { array, boolean, enum as zEnum, nullable, number, object, string, type infer as Infer } from 'zod/mini'
import { audience } from './audience-row.ts'

// Promotions that wait, the times in which nothing is promoted, and the channels where another person has to agree.

/**
 * - `asked`: needs approval. `planned`: waits for its time.
 * - `done`: carried out. `refused`: the gate or a freeze stopped it at its time.
 * - `declined`: the approver refused. `cancelled`: somebody took it back.
 * - `missed`: no gateway ran at its time. `expired`: no approval in time.
 */
const planStatus = zEnum(['asked', 'planned', 'done', 'refused', 'declined', 'cancelled', 'missed', 'expired'])

export const planRow = object({
  id: number(),
  remote: string(),
  channel: string(),
  version: string(),
  percent: number(),
  /** Shares, with `every` milliseconds between two; `null`: one move. */
  steps: nullable(array(number())),
  every: nullable(number()),
  audience,
  who: string(),
  why: nullable(string()),
  force: boolean(),
  /** `null`: at approval. */
  at: nullable(string()),
  approveUntil: nullable(string()),
  approvedBy: nullable(string()),
  status: planStatus,
  note: nullable(string()),
})
export type Plan = Infer<typeof planRow>

export const planActRow = object({
  plan: number(),
  at: string(),
  act: zEnum(['asked', 'planned', 'approved', 'done', 'refused', 'declined', 'cancelled', 'missed', 'expired']),
  who: string(),
  why: nullable(string()),
})
export type PlanAct = Infer<typeof planActRow>

export const PLAN_ORDERS = ['approve', 'refuse', 'cancel'] as const
export type PlanOrder = (typeof PLAN_ORDERS)[number]

/** Weekly times (`fri 16:00`, `mon 08:00`, `America/Sao_Paulo`). */
export const weeklyRow = object({ from: string(), to: string(), zone: string() })
export type Weekly = Infer<typeof weeklyRow>

export const freezeRow = object({
  id: number(),
  name: string(),
  /** `null`: all remotes. */
  remote: nullable(string()),
  starts: nullable(string()),
  ends: nullable(string()),
  weekly: nullable(weeklyRow),
  who: string(),
})
export type Freeze = Infer<typeof freezeRow>

/** The present freeze and its end. */
export const frozenRow = object({ name: string(), until: string() })
export type Frozen = Infer<typeof frozenRow>

export const approvalRow = object({ remote: string(), channel: string(), within: number(), who: string() })
export type Approval = Infer<typeof approvalRow>
