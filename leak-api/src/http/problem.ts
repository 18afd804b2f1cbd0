import { object, string } from 'zod/mini'

/** The body of a failure: `message` says in Portuguese what happened and what to do. */
export const problemSchema = object({ message: string() })

type Extra = { readonly retryAfterSeconds?: number; readonly challenge?: string }

/** An expected failure of a call; the error handler turns it into its answer. */
export class Problem extends Error {
  readonly statusCode: number
  /** The value of `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** The value of `WWW-Authenticate`: what the token lacks (RFC 6750 section 3). */
  readonly challenge: string | undefined

  constructor(statusCode: number, message: string, { retryAfterSeconds, challenge }: Extra = {}) {
    super(message)
    this.name = 'Problem'
    this.statusCode = statusCode
    this.retryAfterSeconds = retryAfterSeconds
    this.challenge = challenge
  }
}

/** The 429 of a caller that a rate limit puts off. */
export const tooManyRequests = (retryAfterSeconds: number): Problem => {
  const time = retryAfterSeconds < 60 ? `${retryAfterSeconds} s` : `${Math.ceil(retryAfterSeconds / 60)} min`
  return new Problem(429, `Muitas tentativas. Aguarde ${time} e tente de novo.`, { retryAfterSeconds })
}
