import { object, string } from 'zod/mini'

/** Body of a failure, in Portuguese: what happened and what to do. */
export const problemSchema = object({ message: string() })

type Extra = { readonly retryAfterSeconds?: number; readonly challenge?: string }

/** An expected failure of a call; the error handler turns it into its answer. */
export class Problem extends Error {
  readonly statusCode: number
  readonly retryAfterSeconds: number | undefined
  /** What the token lacks, for `WWW-Authenticate` (RFC 6750 section 3). */
  readonly challenge: string | undefined

  constructor(statusCode: number, message: string, { retryAfterSeconds, challenge }: Extra = {}) {
    super(message)
    this.name = 'Problem'
    this.statusCode = statusCode
    this.retryAfterSeconds = retryAfterSeconds
    this.challenge = challenge
  }
}
