import {
  _default,
  array,
  boolean,
  enum as zEnum,
  nullable,
  number,
  object,
  optional,
  string,
  type infer as Infer,
} from 'zod/mini'
import { audience } from './audience-row.ts'

// Addresses of the registry's orders, and rows of its answers. Browsers read them too.

/** Patterns contain `:remote`, `:id`, `:email` or `:team`. */
export const ORDERS = {
  remotes: '/-/remotes',
  check: '/-/remotes/check',
  artifact: (remote: string): string => `/-/remotes/${remote}/artifact`,
  promote: (remote: string): string => `/-/remotes/${remote}/promote`,
  rollback: (remote: string): string => `/-/remotes/${remote}/rollback`,
  rollouts: (remote: string): string => `/-/remotes/${remote}/rollouts`,
  rollout: (remote: string, order: string): string => `/-/remotes/${remote}/rollouts/${order}`,
  plans: (remote: string): string => `/-/remotes/${remote}/plans`,
  plan: (remote: string, id: string, order: string): string => `/-/remotes/${remote}/plans/${id}/${order}`,
  approvalOf: (remote: string): string => `/-/remotes/${remote}/approval`,
  freezes: '/-/freezes',
  freeze: (id: string): string => `/-/freezes/${id}`,
  history: (remote: string): string => `/-/remotes/${remote}/history`,
  preview: (remote: string): string => `/-/remotes/${remote}/preview`,
  grantsOf: (remote: string): string => `/-/remotes/${remote}/grants`,
  own: (remote: string): string => `/-/remotes/${remote}/own`,
  release: (remote: string): string => `/-/remotes/${remote}/release`,
  grants: '/-/grants',
  doctor: '/-/doctor',
  installation: '/-/installation',
  prune: '/-/prune',
  tokens: '/-/tokens',
  token: (id: string): string => `/-/tokens/${id}`,
  key: '/-/key',
  exchange: (remote: string): string => `/-/remotes/${remote}/token`,
  publishers: '/-/publishers',
  publisher: (id: string): string => `/-/publishers/${id}`,
  people: '/-/people',
  person: (email: string): string => `/-/people/${email}`,
  keysOf: (email: string): string => `/-/people/${email}/keys`,
  teams: '/-/teams',
  team: (team: string): string => `/-/teams/${team}`,
  acts: '/-/acts',
  verdicts: (remote: string): string => `/-/remotes/${remote}/verdicts`,
  verifiers: '/-/verifiers',
  verifier: (name: string): string => `/-/verifiers/${name}`,
} as const

/** `code` is stable; `message` is for people. */
export const reasonSchema = object({ code: string(), message: string() })
export type Reason = Infer<typeof reasonSchema>

/** A check's remark about the time, not the build. */
export const warningSchema = object({
  ...reasonSchema.shape,
  /** Whether a promotion would be refused for it now. */ stops: boolean(),
})
export type Warning = Infer<typeof warningSchema>

/**
 * A channel of a remote, and the versions that it points to. `version` is for everybody (`null`: nothing that was
 * published); `candidate`, the canary version, is for `percent` of the browsers in its `audience`. `move` is the id of the newest move.
 */
export const channelRow = object({
  remote: string(),
  channel: string(),
  version: nullable(string()),
  candidate: nullable(string()),
  percent: nullable(number()),
  audience,
  move: number(),
})

/** `version` is everybody's version after the entry, `previous` before. */
export const moveRow = object({
  id: number(),
  remote: string(),
  channel: string(),
  action: zEnum(['promote', 'canary', 'rollback']),
  version: nullable(string()),
  previous: nullable(string()),
  candidate: nullable(string()),
  percent: nullable(number()),
  audience,
  who: string(),
  approvedBy: _default(nullable(string()), null),
  why: nullable(string()),
  overruled: array(reasonSchema),
  at: string(),
})
export type Move = Infer<typeof moveRow>

export const grantRow = object({ remote: string(), grant: string() })
export const ownedRow = object({ remote: string(), prefix: string() })

/** `subject`: a grant for `granted` and `revoked`, a prefix for `owned` and `released`. */
export const grantChangeRow = object({
  remote: string(),
  act: zEnum(['granted', 'revoked', 'owned', 'released']),
  subject: string(),
  who: string(),
  why: nullable(string()),
  at: string(),
})
export type GrantChange = Infer<typeof grantChangeRow>

/** Answer of `GET /-/remotes/:remote/grants`: rights, and the newest 200 changes, newest first. */
export const remoteGrants = object({
  granted: array(string()),
  ofBuild: array(string()),
  owned: array(string()),
  changes: array(grantChangeRow),
  mayChange: boolean(),
})
export type RemoteGrants = Infer<typeof remoteGrants>

const versionRate = object({ version: string(), seen: number(), failed: number(), low: number(), high: number() })

/**
 * Compares a canary version with the stable one over the same time. `evidence`: value of the
 * sequential test. `low` and `high` bound figures at every look with 95 % confidence. `null` in
 * `high`: no bound.
 */
/** `calls`: failed API calls; otherwise a web vital below good. */
const measureName = zEnum(['calls', 'lcp', 'cls', 'inp'])

export const canaryVerdictSchema = object({
  /** `unknown`: too few reports. `unclear`: perhaps worse. `fine`: no sign of harm. */
  status: zEnum(['unknown', 'fine', 'unclear', 'worse']),
  evidence: number(),
  canary: versionRate,
  stable: versionRate,
  /** Ratio of both failures, for equal numbers of browsers. */
  ratio: object({ low: number(), high: nullable(number()) }),
  /** Browser measures without failures. Absent from older gateways. */
  measures: optional(
    array(
      object({
        metric: measureName,
        canary: versionRate,
        stable: versionRate,
        ratio: object({ low: number(), high: nullable(number()) }),
      }),
    ),
  ),
  decidedBy: optional(zEnum(['failures', 'calls', 'lcp', 'cls', 'inp'])),
  /** Failures by phase, the canary version's worst first. */
  phases: array(object({ phase: string(), canary: number(), stable: number() })),
  reason: string(),
})
export type CanaryVerdict = Infer<typeof canaryVerdictSchema>

/**
 * - `running`: the next step needs its time and a `fine` verdict.
 * - `paused`: by a person, or by a held promotion; browsers keep their version.
 * - `done`: everybody has the version.
 * - `aborted`: by a person. `stopped`: by the gateway. `overtaken`: by another promotion.
 */
const rolloutStatus = zEnum(['running', 'paused', 'done', 'aborted', 'stopped', 'overtaken'])

export const rolloutRow = object({
  id: number(),
  remote: string(),
  channel: string(),
  version: string(),
  steps: array(number()),
  audience,
  every: number(),
  step: number(),
  status: rolloutStatus,
  who: string(),
  move: number(),
  nextAt: string(),
  /** Reason for a wait, pause or end; `null` while it runs. */
  note: nullable(string()),
})
export type Rollout = Infer<typeof rolloutRow>

export const rolloutActRow = object({
  rollout: number(),
  at: string(),
  act: zEnum(['started', 'stepped', 'paused', 'resumed', 'done', 'aborted', 'stopped', 'overtaken']),
  who: string(),
  why: nullable(string()),
})
export type RolloutAct = Infer<typeof rolloutActRow>

export const ROLLOUT_ORDERS = ['pause', 'resume', 'abort'] as const
export type RolloutOrder = (typeof ROLLOUT_ORDERS)[number]

// The reasons that a gateway itself gives, in these rows
export { readReason, ROLLOUT_OF, writeReason } from './reasons.ts'
export type { GatewayReason, VerdictReason } from './reasons.ts'

// The bounds of what orders say, and the names of those that do not fit
export {
  APPROVAL_LIMITS_MS,
  areSteps,
  AUDIENCE_VALUES,
  FREEZE_DAYS,
  FREEZE_NAME,
  isTimeZone,
  MAX_AHEAD_MS,
  MAX_AUDIENCE_VALUES,
  PREVIEW_HOURS,
  STEP_LIMITS_MS,
} from './order-rules.ts'
export { orderProblemOf } from './order-problems.ts'
export type { OrderProblem } from './order-problems.ts'
// Who may give which order
export { allows, holderSchema, isAboutRemote, keyAnswer, ORDER_RULES, RIGHTS, rightSchema, ROLES } from './rights.ts'
export type { Holder, KeyAnswer, OrderName, Right, Role } from './rights.ts'
// Audiences, and promotions that wait
export { AUDIENCE_KINDS, audienceRow } from './audience-row.ts'
export type { Audience } from './audience-row.ts'
export { approvalRow, freezeRow, frozenRow, PLAN_ORDERS, planActRow, planRow, weeklyRow } from './plan-rows.ts'
export type { Approval, Freeze, Frozen, Plan, PlanAct, PlanOrder, Weekly } from './plan-rows.ts'
