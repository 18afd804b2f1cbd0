import { API_BASE, defaultPublicConfig } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { createRateLimits } from '@atalaia/server'
import type { FastifyInstance } from 'fastify'
import { createKnownPasswords } from './accounts/known-passwords.ts'
import { createPasswords, type PasswordCost } from './accounts/passwords.ts'
import { createSessions } from './accounts/sessions.ts'
import { createCallLimits, type CallLimitOptions } from './base/access/call-limits.ts'
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

export type AppOptions = CallLimitOptions &
  ServerOptions & {
    /** With its migrations run. */
    readonly database: Database
    readonly keys: Keys
    readonly clock?: Clock
    /** Stands before the path of a report's link; an absolute address for pages of another origin. Default: `/api`. */
    readonly publicUrl?: string
    /** The address of the product's pages, for links in mails. Default: http://localhost:3000. */
    readonly publicOrigin?: string
    readonly brand?: string
    /** The work of hashing a password. Default: as OWASP asks for. */
    readonly passwordCost?: PasswordCost | undefined
    /** Default: no list of leaked passwords is asked. */
    readonly passwordRangesUrl?: string | undefined
    readonly maxAddresses?: number
    /** True where an address is watched only with its owner's yes (M-OWN-1). Default: false. */
    readonly isOwnershipChecked?: boolean
    /** The addresses that webhooks may have. Default: those of the Internet, over https. */
    readonly webhookRules?: CallRules | undefined
    /** Looks for the proofs of domains. Default: the system's name servers, and websites of the Internet. */
    readonly findProof?: FindProof
    /** The OpenID providers that everybody may sign in with. Default: none. */
    readonly providers?: readonly Provider[]
    /** True where an OpenID provider on this machine may be asked over http. Default: false. */
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

export const defaults: Required<Pick<AppOptions, Defaulted>> = {
  clock: () => new Date(),
  publicUrl: API_BASE,
  publicOrigin: 'http://localhost:3000',
  brand: defaultPublicConfig.brand,
  maxAddresses: MAX_ADDRESSES,
  isOwnershipChecked: false,
  providers: [],
  loopbackIssuers: false,
}

/** The parts that all routes share; routes of sessions and keys get more. */
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
