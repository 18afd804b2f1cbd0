/**
 * Refusals that a page may explain itself, by `type` (RFC 9457, section 3.1.1). A type never
 * changes its meaning. Unknown types mean their status.
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

/** `undefined` for a missing or unknown type. */
export const problemNameIn = (body: unknown): ProblemName | undefined => {
  if (typeof body !== 'object' || body === null || !('type' in body)) return undefined
  const { type } = body
  return Object.keys(PROBLEM_TYPES).find(
    (name): name is ProblemName => isProblemName(name) && PROBLEM_TYPES[name] === type,
  )
}

/**
 * Problem type: the person must prove their identity first (P-SESSION-28). Nothing happened: send
 * the call again after the proof. Body: `proofNeededSchema`.
 */
export const PROOF_NEEDED_PROBLEM = 'urn:atalaia:problem:proof-needed'

/** Problem type: the company of the address accepts its own provider alone. */
export const COMPANY_SIGN_IN_PROBLEM = 'urn:atalaia:problem:company-sign-in'
