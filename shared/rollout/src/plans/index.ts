// Promotions that wait for their time or for another person
export { createPlans } from './plans.ts'
export type { PlanPorts, PlanResult, Plans, PromotionOrder } from './plans.ts'
// Freezes and approvals, as reasons against a promotion
export { FROZEN } from '../steps/rollouts.ts'
export { freezeReasons, timeWarnings } from './time-reasons.ts'
// Their addresses, and those of freezes and approvals
export { planRoutes, sendPlanned } from './routes.ts'
export type { PlanRouteOptions } from './routes.ts'
