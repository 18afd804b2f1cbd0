// The command line of a team
export { runAtalaia } from './run-atalaia.ts'
export type { AtalaiaRun } from './run-atalaia.ts'
// Builds
export { checkBuild, packBuild, readBuild } from './build.ts'
export type { CheckedBuild } from './build.ts'
export { describeRepository, readSource, repositoryAt } from './repository.ts'
export type { Repository } from './repository.ts'
// Gateways
export { firstPage, overrideLink } from './override-link.ts'
export type { OverrideLink } from './override-link.ts'
export { createLazyClient, gatewayOrigin, headersOf, overHttp, payloadOf } from './client.ts'
export type { Answer, Call, Client } from './client.ts'
export { parseAnswer } from './base/parse-answer.ts'
// Orders and how they are told
export {
  checkOutcome,
  heldOf,
  history,
  pointerLine,
  promote,
  promoteOptions,
  publishBuild,
  rollback,
  rollbackOptions,
  withChannel,
  withPromoteOptions,
  withRollbackOptions,
} from './orders.ts'
export type { CheckOrder, PromoteOptions, PublishedBuild, RollbackOptions } from './orders.ts'
export { or, refusal, tell } from './outcomes.ts'
