/**
 * The names of orders that do not fit what is there, or come too late (409). Each is the end of the answer's `type`
 * (RFC 9457, section 3.1.1), from which a screen knows it; it never changes its meaning, and further ones may come
 * (M-CHANNEL-11).
 */
export const ORDER_PROBLEMS = [
  'already-live',
  'approval-late',
  'approval-needed',
  'audience-unknown',
  'never-published',
  'no-plan',
  'no-rollout',
  'not-paused',
  'not-published',
  'nothing-before',
  'nothing-promoted',
  'outdated',
  'own-request',
  'paused-already',
  'plan-ended',
  'prefix-live',
  'prefix-reserved',
  'pruned-before',
  'time-passed',
  'time-too-far',
  'too-many-freezes',
  'too-many-plans',
] as const
export type OrderProblem = (typeof ORDER_PROBLEMS)[number]

/** The `type` of an answer about a problem. */
export const orderProblemType = (problem: OrderProblem): string => `urn:atalaia:problem:order-${problem}`

/** The problem that the `type` of an answer names; `undefined` for any other, also of a gateway of before. */
export const orderProblemOf = (type: string): OrderProblem | undefined =>
  ORDER_PROBLEMS.find((problem) => orderProblemType(problem) === type)
