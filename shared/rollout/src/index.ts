// A canary version against the stable one, at the same time
export { canaryStatus, judgeCanary } from './judge-canary.ts'
export type { CanaryEvidence, MeasuredPeriods, PhaseFailures } from './judge-canary.ts'
export { evidenceOfWorse, periodEvidence, ratioInterval, shareInterval } from './always-valid.ts'
export type { Interval, Period, Share } from './always-valid.ts'
// What browsers measure beside failures
export { measuresOf } from './measures.ts'
export type { Measure, MeasureName } from './measures.ts'
// The browsers that a canary version is for
export { audienceFault, isInAudience, NO_FACTS } from './audience.ts'
export type { AudienceFacts, AudienceSettings } from './audience.ts'
// A version that everybody gets, against the one before
export { isWorse, MIN_SEEN, ROLLBACK_NETWORKS } from './judge-promotion.ts'
