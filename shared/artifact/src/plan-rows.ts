import { array, boolean, enum as zEnum, nullable, number, object, string, type infer as Infer } from 'zod/mini'
import { audience } from './audience-row.ts'

// Promotions that wait, the times in which nothing is promoted, and the channels where another person has to agree.

/**
 * - `asked`: another person has to approve it. `planned`: it waits for its time.
 * - `done`: it was carried out. `refused`: the gate, or a freeze, stood against it when it was to be carried out.
 * - `declined`: the other person refused it. `cancelled`: somebody took it back.
 * - `missed`: no gateway was there in its time. `expired`: nobody has approved it in time.
 */
const planStatus = zEnum(['asked', 'planned', 'done', 'refused', 'declined', 'cancelled', 'missed', 'expired'])

/** A promotion that waits, or has. Instants are ISO 8601. */
export const planRow = object({
  id: number(),
  remote: string(),
  channel: string(),
  version: string(),
  percent: number(),
  /** The shares of a rollout, with `every` milliseconds between two; `null`: one move. */
  steps: nullable(array(number())),
  every: nullable(number()),
  audience,
  who: string(),
  why: nullable(string()),
  force: boolean(),
  /** `null`: as soon as it is approved. */
  at: nullable(string()),
  /** The time until which another person may approve it; `null`: nobody has to. */
  approveUntil: nullable(string()),
  approvedBy: nullable(string()),
  status: planStatus,
  /** The reason why it ended as it did. */
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

/** The orders about a promotion that waits. */
export const PLAN_ORDERS = ['approve', 'refuse', 'cancel'] as const
export type PlanOrder = (typeof PLAN_ORDERS)[number]

/** A time of each week: days and times of a zone (`fri 16:00`, `mon 08:00`, `America/Sao_Paulo`). */
export const weeklyRow = object({ from: string(), to: string(), zone: string() })
export type Weekly = Infer<typeof weeklyRow>

/** A time in which nothing is promoted: once, from `starts` to `ends`, or each week. */
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

/** The freeze that holds now, and the instant at which it ends. */
export const frozenRow = object({ name: string(), until: string() })
export type Frozen = Infer<typeof frozenRow>

/** A channel whose promotions another person has to approve, within milliseconds. */
export const approvalRow = object({ remote: string(), channel: string(), within: number(), who: string() })
export type Approval = Infer<typeof approvalRow>
