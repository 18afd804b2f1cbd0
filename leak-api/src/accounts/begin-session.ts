import type { Database, Queryable } from '@atalaia/database'
import { networkOf } from '@atalaia/server'
import { accountActor } from '../base/audit/actor-of.ts'
import type { RefusedSignIns } from '../base/audit/refused-sign-ins.ts'
import type { Clock } from '../base/clock.ts'
import { createAccountsRepository } from '../base/people/accounts-repository.ts'
import type { BeginSession } from './account-parts.ts'
import type { Companies } from './identities/companies-repository.ts'
import { companyOnly, isKeptOut } from './identities/company-only.ts'
import { enterByIdentity } from './identities/enter-by-identity.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { Sessions } from './sessions.ts'

type BeginParts = {
  readonly database: Database
  readonly companies: Companies
  readonly sessions: Pick<Sessions, 'begin'>
  readonly networks: KnownNetworks
  readonly refused: RefusedSignIns
  readonly origin: string
  readonly clock: Clock
}

export const createBeginSession = (parts: BeginParts): BeginSession => {
  const { database, sessions, companies, networks, refused, origin, clock } = parts
  return async (account, request, reply, { provider, identity } = {}) => {
    if (await isKeptOut(companies, account.email, provider)) {
      refused(account, 'company', request)
      throw companyOnly()
    }
    const company = provider === undefined ? undefined : (await companies.find(provider))?.company
    const actor = accountActor(account, request)
    const first =
      identity && ((tx: Queryable) => enterByIdentity(tx, { account, identity, company, actor, origin, at: clock() }))
    const token = await sessions.begin(account, request, reply, { provider, first })
    await networks.add(account.id, networkOf(request.ip), clock())
    // It may have come into another organisation.
    const { mustEnrol } = (identity && (await createAccountsRepository(database).find(account.id))) ?? account
    return { access_token: token, ...(mustEnrol && { pendente: 'segundo-fator' }) }
  }
}
