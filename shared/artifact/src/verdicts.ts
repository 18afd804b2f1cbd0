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

/** A verifier with more findings reports so in its last. */
export const VERDICT_LIMITS = { findings: 40, routes: 60, text: 400, bytes: 48_000 } as const

/** Oldest valid verdict, and how far a verifier's clock may be ahead. Milliseconds (M-VERIFY-2). */
export const VERDICT_AGE_MS = { most: 30 * 86_400_000, ahead: 300_000 } as const

const text = string().check(maxLength(VERDICT_LIMITS.text))
const count = int().check(nonnegative())

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

/** `failed`: the version is bad. `advice`: a hint. `route`: id of the affected route. */
export const findingSchema = object({
  code: findingCodeSchema,
  level: zEnum(['failed', 'advice']),
  route: nullable(text),
  message: text,
})
export type Finding = Infer<typeof findingSchema>

export const visitSchema = object({
  route: text,
  address: text,
  shown: boolean(),
  milliseconds: count,
  transferred: count,
  bytes: count,
})
export type Visit = Infer<typeof visitSchema>

/** Findings about one version in one shell, signed as text. */
export const verdictSchema = object({
  format: int().check(refine((format) => format === 1, 'a verdict of format 1')),
  remote: remoteNameSchema,
  version: versionSchema,
  /** Digest of the content, as the gateway computes it. */
  digest: string().check(regex(/^[0-9a-f]{32}$/, 'a digest has 32 hexadecimal digits')),
  shell: object({ version: versionSchema, id: string().check(regex(/^[0-9a-f]{32}$/, 'a shell id has 32 digits')) }),
  by: object({ version: text, browser: text }),
  at: string().check(regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'an instant in UTC')),
  status: zEnum(['good', 'failed']),
  findings: array(findingSchema).check(maxLength(VERDICT_LIMITS.findings)),
  visits: array(visitSchema).check(maxLength(VERDICT_LIMITS.routes)),
})
export type Verdict = Infer<typeof verdictSchema>

const verifierName = string().check(regex(/^[a-z0-9][a-z0-9.-]{0,39}$/, 'a verifier is named in lower case'))

/** A verdict's JSON text, and its Ed25519 signature in base64url. */
export const signedVerdictSchema = object({
  verifier: verifierName,
  verdict: string().check(maxLength(VERDICT_LIMITS.bytes)),
  signature: string().check(regex(/^[A-Za-z0-9_-]{86}$/, 'a signature has 86 characters of base64url')),
})
export type SignedVerdict = Infer<typeof signedVerdictSchema>

export const verdictModeSchema = zEnum(['off', 'advised', 'required'])
export type VerdictMode = Infer<typeof verdictModeSchema>

/** The counting verdict. `objection`: why it does not allow a promotion now; `null`: it does. */
export const verdictRow = object({
  verifier: string(),
  receivedAt: string(),
  verdict: verdictSchema,
  objection: nullable(reasonSchema),
})
export type VerdictRow = Infer<typeof verdictRow>

/** Answer of `GET /-/remotes/:remote/verdicts`: each version's newest verdict. */
export const verdictsAnswer = object({ mode: verdictModeSchema, verdicts: array(verdictRow) })
export type VerdictsAnswer = Infer<typeof verdictsAnswer>

/** A trusted verifier. `remote`: this remote alone; `null`: all. */
export const verifierRow = object({
  name: verifierName,
  publicKey: string().check(regex(/^ed25519:[A-Za-z0-9_-]{43}$/, 'a public key is ed25519:<base64url>')),
  remote: nullable(remoteNameSchema),
  addedAt: string(),
  addedBy: string(),
  revokedAt: nullable(string()),
})
export type Verifier = Infer<typeof verifierRow>

export const verifierOrder = object({
  name: verifierRow.shape.name,
  publicKey: verifierRow.shape.publicKey,
  remote: verifierRow.shape.remote,
})
export const verifiersAnswer = object({ verifiers: array(verifierRow) })
