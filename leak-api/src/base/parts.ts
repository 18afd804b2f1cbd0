import type { RateLimits } from '@atalaia/server'
import type { Database } from '@atalaia/database'
import type { FastifyBaseLogger } from 'fastify'
import type { CallLimits } from './access/call-limits.ts'
import type { FairShares } from './access/fair-shares.ts'
import type { Tokens } from './access/tokens.ts'
import type { Clock } from './clock.ts'
import type { Repeated } from './repeat.ts'
import type { Keys } from './store/keys.ts'

export type InstallationParts = {
  readonly database: Database
  readonly keys: Keys
  readonly origin: string
  readonly clock: Clock
}

export type RouteParts = InstallationParts & {
  readonly apiUrl: string
  /** Prefix of links into the API: a path, or an absolute address. */
  readonly publicUrl: string
  readonly brand: string
  readonly limits: RateLimits
  readonly callLimits: CallLimits
  readonly tokens: Tokens
  readonly shares: FairShares
  /** True where watching an address needs its owner's consent (M-OWN-1). */
  readonly isOwnershipChecked: boolean
}

export type JobParts = InstallationParts & {
  readonly apiUrl: string
  readonly log: FastifyBaseLogger
}

/** Begins a wing's jobs. They close before the database. */
export type Jobs<Parts extends JobParts = JobParts> = (parts: Parts) => readonly Pick<Repeated, 'close'>[]

export const logged =
  ({ log }: Pick<JobParts, 'log'>, message: string) =>
  (err: unknown): void =>
    log.error({ err }, message)
