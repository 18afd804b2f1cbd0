// Descriptors
export { describeBuild, firstPage, routeChunk } from './describe.ts'
export type { BuiltContainer } from './describe.ts'
export {
  BuildFault,
  fileFaults,
  hasTooManyValues,
  issuesText,
  listedFiles,
  MAX_DESCRIPTOR_BYTES,
  parseDescriptor,
  readDescription,
  TOO_MANY_VALUES,
  verifyFiles,
  verifyFolder,
} from './verify-build.ts'
export type { DescribedBuild } from './verify-build.ts'
// The identity of what was built
export { digestOf, shellIdOf } from './identity.ts'
// The gate's rules for one build alone
export { budgetReasons, collisionReasons, isAnyAddressRoute, judgeAlone } from './judge.ts'
// Grants and reserved prefixes, which are the operator's
export { askedBy, grantedScopes, grantSchema, rightsOf, rightsReasons, withGranted } from './remote-grants.ts'
export type { Grant, GrantedTo, GrantFacts, Rights } from './remote-grants.ts'
export { isForeignTo, overlappingPrefixes, prefixFault, prefixForm } from './judge.ts'
export type { OwnedPrefix } from './judge.ts'
export { createSharedScan } from './single-modules.ts'
export type { SharedScan } from './single-modules.ts'
// What shells offer, and which live versions are ready for another one
export {
  brokenBy,
  contractsOf,
  deprecatedUses,
  diagnose,
  doctorAnswer,
  offerReasons,
  shellOfferSchema,
} from './doctor.ts'
export type { AskedMove, Diagnosis, DoctorFacts, LiveVersion, ShellOffer, Standing, Takes } from './doctor.ts'
// The media types in which files are served
export { MEDIA_TYPES, mediaTypeOf } from './media-types.ts'
// Orders to a gateway's registry, and its answers
export {
  artifactParams,
  checkAnswer,
  grantsAnswer,
  historyAnswer,
  listAnswer,
  moveAnswer,
  orderFields,
  pointerRow,
  previewAnswer,
  publishAnswer,
  reasonsAnswer,
  refusedAnswer,
} from './registry.ts'
export type { CheckAnswer, Pointer } from './registry.ts'
export { grantChangeRow, grantRow, moveRow, ORDERS, ownedRow, reasonSchema, remoteGrants } from './rows.ts'
export type { GrantChange, Move, Reason, RemoteGrants, Warning } from './rows.ts'
// The bounds of what orders say, and the names of those that do not fit
export {
  APPROVAL_LIMITS_MS,
  DEFAULT_PERCENT,
  FREEZE_DAYS,
  FREEZE_NAME,
  isTimeZone,
  MAX_AHEAD_MS,
  PREVIEW_HOURS,
  STEP_LIMITS_MS,
} from './order-rules.ts'
export { orderProblemType } from './order-problems.ts'
export type { OrderProblem } from './order-problems.ts'
// Audiences, and promotions that wait
export {
  approvalsAnswer,
  audienceSchema,
  endedPlanAnswer,
  freezesAnswer,
  instantSchema,
  planAnswer,
  plansAnswer,
} from './promotion-schemas.ts'
export type { PlansAnswer } from './promotion-schemas.ts'
export { approvalRow, AUDIENCE_KINDS, freezeRow, PLAN_ORDERS, planActRow, planRow, weeklyRow } from './rows.ts'
export type { Approval, Audience, Freeze, Frozen, Plan, PlanAct, PlanOrder, Weekly } from './rows.ts'
// Rollouts in steps, and how a canary version is judged
export { rolloutAnswer, rolloutsAnswer, stepsSchema } from './promotion-schemas.ts'
export type { RolloutsAnswer } from './promotion-schemas.ts'
export { canaryVerdictSchema, ROLLOUT_ORDERS, rolloutActRow, rolloutRow } from './rows.ts'
export type { CanaryVerdict, Rollout, RolloutAct, RolloutOrder } from './rows.ts'
// Who may give which order, and the exchange of a CI job's identity token for a key
export { allows, holderSchema, isAboutRemote, keyAnswer, ORDER_RULES, RIGHTS, rightSchema, ROLES } from './rights.ts'
export type { Holder, KeyAnswer, OrderName, Right, Role } from './rights.ts'
export { exchangeAnswer, exchangeOrder, TOKEN_EXCHANGE } from './registry.ts'
// What verifiers say of published versions
export {
  findingCodeSchema,
  findingSchema,
  signedVerdictSchema,
  VERDICT_AGE_MS,
  VERDICT_LIMITS,
  verdictModeSchema,
  verdictRow,
  verdictsAnswer,
  verdictSchema,
  verifierOrder,
  verifierRow,
  verifiersAnswer,
  visitSchema,
} from './verdicts.ts'
export type {
  Finding,
  FindingCode,
  SignedVerdict,
  Verdict,
  VerdictMode,
  VerdictRow,
  VerdictsAnswer,
  Verifier,
  Visit,
} from './verdicts.ts'
