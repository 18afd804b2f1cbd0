// The command line of a team
export { runAtalaia } from './run-atalaia.ts'
export type { AtalaiaRun } from './run-atalaia.ts'
// Builds
export { checkBuild, packBuild, readBuild } from './build.ts'
export type { CheckedBuild } from './build.ts'
export { describeRepository, readSource, repositoryAt } from './repository.ts'
export type { Repository } from './repository.ts'
// Gateways
export { overrideLink } from './override-link.ts'
export { firstPage } from '@atalaia/artifact'
export type { OverrideLink } from './override-link.ts'
export { createLazyClient, gatewayOrigin, headersOf, overHttp, payloadOf } from './client.ts'
export type { Answer, Call, Client } from './client.ts'
export { parseAnswer } from './base/parse-answer.ts'
// Who is ready for another shell
export { doctor, doctorOptions, withDoctorOptions } from './doctor.ts'
export type { DoctorOptions } from './doctor.ts'
// Orders and how they are told
export {
  checkOutcome,
  heldOf,
  history,
  millisecondsOf,
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
export { grantsOfRemote } from './grants-command.ts'
export { plans, plansOptions, withPlansOptions } from './plan-commands.ts'
export type { PlansOptions } from './plan-commands.ts'
export { preview, previewOptions, withPreviewOptions } from './preview.ts'
export type { PreviewOptions } from './preview.ts'
export { rollout, rolloutOptions, withRolloutOptions } from './rollout-commands.ts'
export type { RolloutOptions } from './rollout-commands.ts'
export { verifyOptions, verifyVersion, withVerifyOptions } from './verify-command.ts'
export type { VerifyCommandOptions } from './verify-command.ts'
export { or, refusal, tell } from './outcomes.ts'
