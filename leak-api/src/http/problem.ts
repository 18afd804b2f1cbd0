import { object, string } from 'zod/mini'

/** Body of a failure, in Portuguese: what happened and what to do. */
export const problemSchema = object({ message: string() })

/** An expected failure of a call; the error handler turns it into its answer. */
export class Problem extends Error {
  readonly statusCode: number
  readonly retryAfterSeconds: number | undefined

  constructor(statusCode: number, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'Problem'
    this.statusCode = statusCode
    this.retryAfterSeconds = retryAfterSeconds
  }
}
