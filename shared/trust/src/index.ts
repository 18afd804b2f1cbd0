// Identity tokens of CI
export { verifyIdentity } from './verify-identity.ts'
export type { Identity, RefusalCode, Refused, VerifyOptions } from './verify-identity.ts'
export { createIssuerKeys } from './issuer-keys.ts'
export type { IssuerKeys, IssuerKeysOptions } from './issuer-keys.ts'
// Whose token it is
export { kindOfIssuer, PUBLISHER_KINDS, requiredClaims } from './publishers.ts'
export type { Claims, Publisher, PublisherKind, PublisherRequest } from './publishers.ts'
