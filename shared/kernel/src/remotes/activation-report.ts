import type { ActivationReport } from '@atalaia/contracts'
import type { AttemptFailure } from './attempt.ts'

/** The longest cause that a report may carry. */
const causeLength = 500

/** A failure as it is reported. */
export const failureReport = ({ error, milliseconds }: AttemptFailure, route?: string): ActivationReport => ({
  remote: error.remote,
  version: error.version,
  outcome: 'failed',
  phase: error.phase,
  cause: error.reason.slice(0, causeLength),
  milliseconds,
  ...(route !== undefined && { route }),
})
