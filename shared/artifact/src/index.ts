// Descriptors
export { describeBuild, routeChunk } from './describe.ts'
export type { BuiltContainer } from './describe.ts'
export {
  BuildFault,
  fileFaults,
  hasTooManyValues,
  issuesText,
  listedFiles,
  MAX_DESCRIPTOR_BYTES,
  parseDescriptor,
  TOO_MANY_VALUES,
  verifyFiles,
  verifyFolder,
} from './verify.ts'
// The gate's rules for one build alone
export { budgetReasons, collisionReasons, judgeAlone } from './judge.ts'
// The media types in which files are served
export { mediaTypeOf } from './media-types.ts'
// Orders to a gateway's registry, and its answers
export {
  historyAnswer,
  listAnswer,
  moveAnswer,
  moveRow,
  ORDERS,
  pointerRow,
  publishAnswer,
  reasonsAnswer,
  reasonSchema,
  refusedAnswer,
} from './registry.ts'
export type { Move, Pointer, Reason } from './registry.ts'
