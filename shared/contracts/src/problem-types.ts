/**
 * The refusals of the API that a page may tell in words of its own, each with its `type` (RFC 9457, section 3.1.1). A type is
 * a name and no address, and never changes its meaning; further ones may come. A problem of another type, or of
 * `about:blank`, means what its status means.
 */
export const PROBLEM_TYPES = {
  'address-invalid': 'urn:atalaia:problem:address-invalid',
  'address-monitored': 'urn:atalaia:problem:address-monitored',
  'address-limit': 'urn:atalaia:problem:address-limit',
  'address-out-of-reach': 'urn:atalaia:problem:address-out-of-reach',
  'operation-not-allowed': 'urn:atalaia:problem:operation-not-allowed',
  'outcome-unknown': 'urn:atalaia:problem:outcome-unknown',
} as const
export type ProblemName = keyof typeof PROBLEM_TYPES

const isProblemName = (name: string): name is ProblemName => Object.hasOwn(PROBLEM_TYPES, name)

/** The name of the problem in the body of a refusal; `undefined` when it has no type, or one that this build does not know. */
export const problemNameIn = (body: unknown): ProblemName | undefined => {
  if (typeof body !== 'object' || body === null || !('type' in body)) return undefined
  const { type } = body
  return Object.keys(PROBLEM_TYPES).find(
    (name): name is ProblemName => isProblemName(name) && PROBLEM_TYPES[name] === type,
  )
}

/**
 * The `type` of the refusal of a change for which the session has to prove its person again (P-SESSION-28). Nothing was done: the same
 * call may be sent once more after the proof. The body is that of `proofNeededSchema`.
 */
export const PROOF_NEEDED_PROBLEM = 'urn:atalaia:problem:proof-needed'

/** The `type` of the refusal of a password whose address's company lets people in by its own provider alone. */
export const COMPANY_SIGN_IN_PROBLEM = 'urn:atalaia:problem:company-sign-in'
