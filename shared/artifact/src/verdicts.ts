import {
  array,
  boolean,
  enum as zEnum,
  int,
  maxLength,
  nonnegative,
  nullable,
  object,
  refine,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { remoteNameSchema, versionSchema } from '@atalaia/contracts'
import { reasonSchema } from './rows.ts'

// Verdicts of verifiers about published versions. Browsers read them too.

/** Bounds of a verdict; a verifier that finds more says so in its last finding. */
export const VERDICT_LIMITS = { findings: 40, routes: 60, text: 400, bytes: 48_000 } as const

/**
 * A verdict's age, in milliseconds, after which it no longer counts; and how far a verifier's clock may be ahead
 * (M-VERIFY-2).
 */
export const VERDICT_AGE_MS = { most: 30 * 86_400_000, ahead: 300_000 } as const

const text = string().check(maxLength(VERDICT_LIMITS.text))
const count = int().check(nonnegative())

/** The findings of a verifier about a version, by kind. */
export const findingCodeSchema = zEnum([
  'not-shown',
  'empty',
  'console-error',
  'uncaught-error',
  'not-granted',
  'foreign-request',
  'missing-file',
  'shared-undeclared',
  'shared-unused',
  'shared-own-copy',
  'budget',
  'left-behind',
  'page-crashed',
  'not-visited',
  'no-answer',
  'more',
])
export type FindingCode = Infer<typeof findingCodeSchema>

/** `failed`: the version is not good. `advice`: worth a look. `route`: the id of the route on which it was seen. */
export const findingSchema = object({
  code: findingCodeSchema,
  level: zEnum(['failed', 'advice']),
  route: nullable(text),
  message: text,
})
export type Finding = Infer<typeof findingSchema>

/** One visit of a route. Bytes are those of the version's own files: as they were sent, and before compression. */
export const visitSchema = object({
  route: text,
  address: text,
  shown: boolean(),
  milliseconds: count,
  transferred: count,
  bytes: count,
})
export type Visit = Infer<typeof visitSchema>

/** The findings of a verifier that mounted one version in one shell. They are signed as they stand. */
export const verdictSchema = object({
  format: int().check(refine((format) => format === 1, 'a verdict of format 1')),
  remote: remoteNameSchema,
  version: versionSchema,
  /** The digest of the version's content, as the gateway computes it. */
  digest: string().check(regex(/^[0-9a-f]{32}$/, 'a digest has 32 hexadecimal digits')),
  shell: object({ version: versionSchema, id: string().check(regex(/^[0-9a-f]{32}$/, 'a shell id has 32 digits')) }),
  /** The version of the verifier, and the browser. */
  by: object({ version: text, browser: text }),
  /** ISO 8601, in UTC. */
  at: string().check(regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'an instant in UTC')),
  status: zEnum(['good', 'failed']),
  findings: array(findingSchema).check(maxLength(VERDICT_LIMITS.findings)),
  visits: array(visitSchema).check(maxLength(VERDICT_LIMITS.routes)),
})
export type Verdict = Infer<typeof verdictSchema>

const verifierName = string().check(regex(/^[a-z0-9][a-z0-9.-]{0,39}$/, 'a verifier is named in lower case'))

/** A verdict on its way to a gateway: its JSON text, and the Ed25519 signature of a verifier, in base64url. */
export const signedVerdictSchema = object({
  verifier: verifierName,
  verdict: string().check(maxLength(VERDICT_LIMITS.bytes)),
  signature: string().check(regex(/^[A-Za-z0-9_-]{86}$/, 'a signature has 86 characters of base64url')),
})
export type SignedVerdict = Infer<typeof signedVerdictSchema>

/** A gateway's use of verdicts when a version is promoted: none, a remark, or a reason to refuse. */
export const verdictModeSchema = zEnum(['off', 'advised', 'required'])
export type VerdictMode = Infer<typeof verdictModeSchema>

/** The verdict about a version that counts. `objection`: why it is no good verdict for a promotion now; `null`: it is one. */
export const verdictRow = object({
  verifier: string(),
  receivedAt: string(),
  verdict: verdictSchema,
  objection: nullable(reasonSchema),
})
export type VerdictRow = Infer<typeof verdictRow>

/** Answer of `GET /-/remotes/:remote/verdicts`: the newest verdict of each version that has one. */
export const verdictsAnswer = object({ mode: verdictModeSchema, verdicts: array(verdictRow) })
export type VerdictsAnswer = Infer<typeof verdictsAnswer>

/** Somebody whose verdicts a gateway takes. `remote`: about this remote alone; `null`: about all. */
export const verifierRow = object({
  name: verifierName,
  publicKey: string().check(regex(/^ed25519:[A-Za-z0-9_-]{43}$/, 'a public key is ed25519:<base64url>')),
  remote: nullable(remoteNameSchema),
  addedAt: string(),
  addedBy: string(),
  revokedAt: nullable(string()),
})
export type Verifier = Infer<typeof verifierRow>

/** Body of `POST /-/verifiers`. */
export const verifierOrder = object({
  name: verifierRow.shape.name,
  publicKey: verifierRow.shape.publicKey,
  remote: verifierRow.shape.remote,
})
export const verifiersAnswer = object({ verifiers: array(verifierRow) })
