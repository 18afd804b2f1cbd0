// Promotions that wait for their time or for another person
export { createPlans, freezeReasons } from './plans.ts'
export type { PlanPorts, PlanResult, Plans, PromotionOrder } from './plans.ts'
// Their addresses, and those of freezes and approvals
export { planRoutes, sendPlanned } from './routes.ts'
export type { PlanRouteOptions } from './routes.ts'
