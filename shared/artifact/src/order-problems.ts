/**
 * Order problems (409) by the end of the answer's `type` (RFC 9457, section 3.1.1). Meanings never
 * change; further problems may come (M-CHANNEL-11).
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

export const orderProblemType = (problem: OrderProblem): string => `urn:atalaia:problem:order-${problem}`

/** `undefined` for any other type, also from older gateways. */
export const orderProblemOf = (type: string): OrderProblem | undefined =>
  ORDER_PROBLEMS.find((problem) => orderProblemType(problem) === type)
