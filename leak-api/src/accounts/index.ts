import { PROGRAM_API } from '@atalaia/contracts'
import type { FastifyPluginAsync } from 'fastify'
import { createQueueAfterBody } from '../base/access/authenticate.ts'
import type { InSessions } from '../base/access/in-sessions.ts'
import type { KeyGuard } from '../base/access/key-guard.ts'
import { actorOf } from '../base/audit/actor-of.ts'
import { HOUR_MS } from '../base/clock.ts'
import { logged, type Jobs, type RouteParts } from '../base/parts.ts'
import type { AccountsRepository } from '../base/people/accounts-repository.ts'
import type { Provider } from '../base/people/provider.ts'
import { repeat } from '../base/repeat.ts'
import { organisationKeyRoutes } from './api-keys/organisation-key-routes.ts'
import type { ConfirmPassword, GuardProof } from './confirm-password.ts'
import { entranceRoutes } from './entrance-routes.ts'
import { createCompanies } from './identities/companies-repository.ts'
import type { KnownPasswords } from './known-passwords.ts'
import { firstStepsRoutes } from './first-steps/first-steps-routes.ts'
import { invitationLookRoute } from './members/invitation-routes.ts'
import { organisationRoutes } from './members/organisation-routes.ts'
import { operatorRoutes } from './operators/operator-routes.ts'
import { STANDARD_LIMITS } from './operators/operated-repository.ts'
import { ownRoutes } from './own-routes.ts'
import type { Passwords } from './passwords.ts'
import { startDeletions } from './privacy/leaving.ts'
import { privacyRoutes } from './privacy/privacy-routes.ts'
import { startRetention } from './privacy/retention.ts'
import { recoveryRoutes } from './recovery-routes.ts'
import { scimRoutes } from './scim/scim-routes.ts'
import { createFactorTools } from './second-factor/second-step.ts'
import { sessionRoutes } from './session-routes.ts'
import { createSessionsRepository } from './sessions-repository.ts'
import type { Sessions } from './sessions.ts'
import { supportRoutes } from './support/support-routes.ts'

type AccountsParts = Omit<RouteParts, 'shares'> & {
  readonly accounts: AccountsRepository
  readonly passwords: Passwords
  readonly sessions: Sessions
  readonly known: KnownPasswords
  readonly providers: readonly Provider[]
  readonly loopbackIssuers: boolean
}

const shared = <Given extends AccountsParts>(parts: Given) => {
  const { database, keys, callLimits } = parts
  return {
    ...parts,
    ring: keys.token,
    companies: createCompanies(database, keys.token),
    tools: createFactorTools({ ...parts, key: keys.fingerprint }),
    callLimit: callLimits.entrances,
  }
}

/** Ways in without a session. Their answers are not compressed. */
export const entrances: FastifyPluginAsync<AccountsParts> = async (wing, given) => {
  const parts = shared(given)
  await wing.register(entranceRoutes, parts)
  await wing.register(recoveryRoutes, parts)
  await wing.register(invitationLookRoute, parts)
}

type Parts = AccountsParts &
  RouteParts & {
    readonly inSessions: InSessions
    readonly confirmPassword: ConfirmPassword
    readonly guardProof: GuardProof
    readonly bearerGuard: KeyGuard
    readonly maxAddresses: number
  }

export const accountsRoutes: FastifyPluginAsync<Parts> = async (wing, { inSessions, ...given }) => {
  const parts = shared(given)
  const { shares, bearerGuard, maxAddresses } = parts
  await wing.register(sessionRoutes, parts)
  const queueAfterBody = createQueueAfterBody(shares)
  await wing.register(scimRoutes, { ...parts, prefix: PROGRAM_API.scim, guard: bearerGuard, queueAfterBody })
  await inSessions(wing, async (session) => {
    await session.register(ownRoutes, parts)
    await session.register(firstStepsRoutes, parts)
    await session.register(privacyRoutes, parts)
    await session.register(organisationKeyRoutes, parts)
    await session.register(organisationRoutes, parts)
    const standards = { ...STANDARD_LIMITS, enderecos: maxAddresses }
    await session.register(operatorRoutes, { ...parts, standards, actorOf })
    await session.register(supportRoutes, parts)
  })
}

const SWEEP_EVERY_MS = HOUR_MS

export const accountsJobs: Jobs = (parts) => {
  const { database, clock } = parts
  return [
    startDeletions({ database, clock, onFailure: logged(parts, 'accounts are not deleted') }),
    startRetention({ database, clock, onFailure: logged(parts, 'expired data are not removed') }),
    repeat({
      everyMs: SWEEP_EVERY_MS,
      work: async () => void (await createSessionsRepository(database).sweep(clock())),
      onFailure: logged(parts, 'sessions that have ended are not removed'),
    }),
  ]
}
