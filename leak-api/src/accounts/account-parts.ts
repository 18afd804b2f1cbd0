import type { Database } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import type { Clock } from '../clock.ts'
import type { Passwords } from './passwords.ts'

/** The parts that routes of accounts have in common. */
export type AccountParts = {
  readonly database: Database
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly brand: string
  /** The address of the product's pages. */
  readonly origin: string
  readonly clock: Clock
}
