import { API_BASE, defaultPublicConfig } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { createRateLimits } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import { createKnownPasswords } from './accounts/known-passwords.ts'
import { createPasswords, type PasswordCost } from './accounts/passwords.ts'
import { createSessions } from './accounts/sessions.ts'
import { CALL_LIMITS, createCallLimits, type CallLimitOptions } from './base/access/call-limits.ts'
import { createTokens, WITHOUT_AUDIENCE_SETTING } from './base/access/tokens.ts'
import type { CallRules } from './base/called-address.ts'
import type { Clock } from './base/clock.ts'
import { type ServerOptions } from './base/create-server.ts'
import { createAccountsRepository } from './base/people/accounts-repository.ts'
import type { Provider } from './base/people/provider.ts'
import type { Keys } from './base/store/keys.ts'
import { createSettingsRepository } from './base/store/settings-repository.ts'
import { createClientsRepository } from './connect/portals/clients-repository.ts'
import { createOriginsRepository } from './connect/portals/origins-repository.ts'
import { createDomainOrders } from './numbers/domains/domain-orders.ts'
import { createFindProof, type FindProof } from './numbers/domains/domain-proof.ts'
import { MAX_ADDRESSES } from './numbers/monitoring/add-address.ts'

export type AppOptions = Partial<CallLimitOptions> &
  ServerOptions & {
    /** With its migrations run. */
    readonly database: Database
    readonly keys: Keys
    readonly clock?: Clock
    /** Prefix of a report's link. Default: `/api`. */
    readonly publicUrl?: string
    /** Default: http://localhost:3000. */
    readonly publicOrigin?: string
    readonly brand?: string
    /** Default: OWASP's cost. */
    readonly passwordCost?: PasswordCost | undefined
    /** Default: no list of leaked passwords. */
    readonly passwordRangesUrl?: string | undefined
    readonly maxAddresses?: number
    /** True: watches an address only with its owner's yes (M-OWN-1). Default: false. */
    readonly isOwnershipChecked?: boolean
    /** Addresses that webhooks may have. Default: the Internet's, over https. */
    readonly webhookRules?: CallRules | undefined
    /** Default: DNS, and the Internet's websites. */
    readonly findProof?: FindProof
    readonly providers?: readonly Provider[]
    /** True: OpenID providers on this machine may use http. Default: false. */
    readonly loopbackIssuers?: boolean
  }

type Defaulted =
  | 'clock'
  | 'publicUrl'
  | 'publicOrigin'
  | 'brand'
  | 'maxAddresses'
  | 'isOwnershipChecked'
  | 'providers'
  | 'loopbackIssuers'
  | keyof CallLimitOptions

export const defaults: Required<Pick<AppOptions, Defaulted>> = {
  clock: () => new Date(),
  publicUrl: API_BASE,
  publicOrigin: 'http://localhost:3000',
  brand: defaultPublicConfig.brand,
  maxAddresses: MAX_ADDRESSES,
  isOwnershipChecked: false,
  providers: [],
  loopbackIssuers: false,
  ...CALL_LIMITS,
}

export const createParts = async (app: FastifyInstance, given: AppOptions & typeof defaults, database: Database) => {
  const { keys, publicOrigin: origin, clock } = given
  const onStoreFailure = (err: unknown) => app.log.error({ err }, 'rate limits are counted in memory')
  const limits = createRateLimits({ service: 'leak-api', database, onStoreFailure })
  const until = await createSettingsRepository(database).get(WITHOUT_AUDIENCE_SETTING)
  const withoutAudienceUntil = until === undefined ? undefined : new Date(until)
  const tokens = createTokens({ ring: keys.token, clock, withoutAudienceUntil })
  const { findProof = createFindProof() } = given
  const parts = { ...given, database, origin, apiUrl: new URL(given.publicUrl, origin).href, limits, tokens }
  return {
    ...parts,
    callLimits: createCallLimits(limits, given),
    accounts: createAccountsRepository(database),
    passwords: createPasswords({ cost: given.passwordCost }),
    known: createKnownPasswords(database, keys.fingerprint, { ...given, log: app.log }),
    sessions: createSessions({ ...parts, ring: keys.token }),
    clients: createClientsRepository(database),
    origins: createOriginsRepository(database),
    orders: createDomainOrders({ ...parts, findProof }),
  }
}
