// Reports about canary versions
export { canaryReports, recordMeasures, REPORT_WINDOW } from './reports-repository.ts'
export type { CanaryReports, MeasureRecord } from './reports-repository.ts'
// Rollouts in steps
export { createRollouts } from './rollouts.ts'
export type { Rollouts, RolloutPorts, RolloutResult, StartOrder, StepOrder } from './rollouts.ts'
// Orders that do not fit what is there
export { impossible } from '../overtaken.ts'
export type { Impossible } from '../overtaken.ts'
// What moves and holds of a channel mean for its rollout, in their transactions
export { endRollout, pauseRollout } from './repository.ts'
