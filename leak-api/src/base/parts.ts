import type { RateLimits } from '@atalaia/server'
import type { Database } from '@atalaia/database'
import type { FastifyBaseLogger } from 'fastify'
import type { CallLimits } from './access/call-limits.ts'
import type { FairShares } from './access/fair-shares.ts'
import type { Tokens } from './access/tokens.ts'
import type { Clock } from './clock.ts'
import type { Repeated } from './repeat.ts'
import type { Keys } from './store/keys.ts'

/** The parts of an installation that routes, jobs and commands have in common. */
export type InstallationParts = {
  readonly database: Database
  readonly keys: Keys
  /** The address of the product's pages. */
  readonly origin: string
  readonly clock: Clock
}

/** The parts of the routes of each wing. */
export type RouteParts = InstallationParts & {
  /** The absolute address of the API. */
  readonly apiUrl: string
  /** Stands before the path of a link into the API: a path, or an absolute address. */
  readonly publicUrl: string
  readonly brand: string
  readonly limits: RateLimits
  readonly callLimits: CallLimits
  readonly tokens: Tokens
  readonly shares: FairShares
  /** True where an address is watched only with its owner's yes (M-OWN-1). */
  readonly isOwnershipChecked: boolean
}

/** The parts of the jobs of each wing: work that the server does again and again, beside the calls. */
export type JobParts = InstallationParts & {
  readonly apiUrl: string
  readonly log: FastifyBaseLogger
}

/** Begins the jobs of a wing. Each is closed before the database is. */
export type Jobs<Parts extends JobParts = JobParts> = (parts: Parts) => readonly Pick<Repeated, 'close'>[]

/** Logs what a job failed with under `message`. The job tries again the next time. */
export const logged =
  ({ log }: Pick<JobParts, 'log'>, message: string) =>
  (err: unknown): void =>
    log.error({ err }, message)
