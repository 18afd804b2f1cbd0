import type { LoginAnswer } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../base/clock.ts'
import type { Account } from '../base/people/accounts-repository.ts'
import type { ArrivingIdentity } from '../base/people/provider.ts'
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

/** The provider, by its key, by which a person comes in, and who it says that they are. */
export type CameBy = { readonly provider?: string | undefined; readonly identity?: ArrivingIdentity | undefined }

/**
 * Begins a session of a person who has shown all that the account asks for, unless the company of the address refuses the way
 * (P-IDENTITY-8). Each way to log in ends here. Without `came` it was a password or a passkey.
 */
export type BeginSession = (
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
  came?: CameBy,
) => Promise<LoginAnswer>
