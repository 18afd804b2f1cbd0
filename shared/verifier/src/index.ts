// One version in a real browser
export { verify } from './verify-version.ts'
export type { VerifyOptions } from './verify-version.ts'
export { DEFAULT_LIMITS } from './limits.ts'
export type { Limits } from './limits.ts'
export { standInSchema } from './stand-in.ts'
export type { StandIn } from './stand-in.ts'
// Signatures of verdicts, and what stands against a promotion with one
export { createVerifierKey, openVerdict, publicKeyOf, readVerifierKey, signVerdict } from './signature.ts'
export { findingText, objectionTo, timeFault } from './objection.ts'
export type { Promoted } from './objection.ts'
