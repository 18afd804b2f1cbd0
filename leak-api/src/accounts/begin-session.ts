import { networkOf } from '@atalaia/server'
import type { RefusedSignIns } from '../audit/refused-sign-ins.ts'
import type { Clock } from '../clock.ts'
import type { BeginSession } from './account-parts.ts'
import type { Companies } from './identities/companies-repository.ts'
import { companyOnly, isKeptOut } from './identities/company-only.ts'
import type { KnownNetworks } from './known-networks.ts'
import type { Sessions } from './sessions.ts'

type BeginParts = {
  readonly companies: Companies
  readonly sessions: Pick<Sessions, 'begin'>
  readonly networks: KnownNetworks
  readonly refused: RefusedSignIns
  readonly clock: Clock
}

export const createBeginSession =
  ({ sessions, companies, networks, refused, clock }: BeginParts): BeginSession =>
  async (account, request, reply, provider) => {
    if (await isKeptOut(companies, account.email, provider)) {
      refused(account, 'company', request)
      throw companyOnly()
    }
    await networks.add(account.id, networkOf(request.ip), clock())
    const token = await sessions.begin(account, request, reply, { provider })
    return { access_token: token, ...(account.mustEnrol && { pendente: 'segundo-fator' }) }
  }
