import type { LoginAnswer } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import type { RateLimits } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../base/clock.ts'
import type { Account } from '../base/people/accounts-repository.ts'
import type { ArrivingIdentity } from '../base/people/provider.ts'
import type { Passwords } from './passwords.ts'

export type AccountParts = {
  readonly database: Database
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly brand: string
  readonly origin: string
  readonly clock: Clock
}

export type CameBy = { readonly provider?: string | undefined; readonly identity?: ArrivingIdentity | undefined }

/**
 * Begins a session after all proofs, unless the company of the address refuses the way in. Without
 * `came`: a password or a passkey (P-IDENTITY-8).
 */
export type BeginSession = (
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
  came?: CameBy,
) => Promise<LoginAnswer>
