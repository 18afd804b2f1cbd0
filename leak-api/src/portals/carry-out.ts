import type { Database } from '@atalaia/database'
import { createAccountsRepository } from '../accounts/accounts-repository.ts'
import { normalAddress } from '../accounts/normal-address.ts'
import type { Clock } from '../clock.ts'
import { createClientsRepository } from './clients-repository.ts'
import { parseOrigin, type OriginFault } from './origin.ts'
import { createOriginsRepository, MAX_ORIGINS } from './origins-repository.ts'
import type { PortalAnswer, PortalOrder } from './portal-order.ts'
import { parseScopes, scopes as allScopes } from './scopes.ts'

const reasons: Record<OriginFault, string> = {
  wildcard: 'wildcards are refused: allow each origin by itself',
  null: 'any sandboxed page has the origin "null": it is refused',
  'not-an-address': 'it is no address; write https://portal.example',
  'not-http': 'only http and https origins are allowed',
  'more-than-an-origin': 'an origin is scheme, host and port alone: no path, no slash at the end, no user',
  'too-long': 'it is too long',
}

type Tools = { readonly database: Database; readonly clock: Clock }
type OfAccount = Exclude<PortalOrder, { kind: 'clients-revoke' }>

const failed = (message: string): PortalAnswer => ({ kind: 'failed', message })
const done = (message: string): PortalAnswer => ({ kind: 'done', message })

const changeOrigin = async (
  { database, clock }: Tools,
  order: Extract<OfAccount, { origin: string }>,
  organisationId: string,
): Promise<PortalAnswer> => {
  const parsed = parseOrigin(order.origin)
  if (!parsed.ok) return failed(`origin ${order.origin}: ${reasons[parsed.reason]}`)
  const { origin } = parsed
  const origins = createOriginsRepository(database)
  if (order.kind === 'origins-remove')
    return (await origins.remove(organisationId, origin))
      ? done(`${origin} is no longer allowed`)
      : failed(`origin ${origin}: it was not allowed`)
  const outcome = await origins.add({ organisationId, origin, at: clock() })
  if (outcome === 'limit-reached') return failed(`origin ${origin}: an organisation has at most ${MAX_ORIGINS}`)
  return done(outcome === 'added' ? `${origin} is allowed` : `${origin} was allowed already`)
}

const createClient = async (
  { database, clock }: Tools,
  order: Extract<OfAccount, { kind: 'clients-create' }>,
  organisationId: string,
): Promise<PortalAnswer> => {
  const scopes = parseScopes(order.scope)
  if (scopes === undefined) return failed(`scope "${order.scope}": there are ${allScopes.join(' and ')}`)
  const made = await createClientsRepository(database).create({
    organisationId,
    name: order.name,
    scopes,
    at: clock(),
  })
  return { kind: 'client', ...made, scope: scopes.join(' ') }
}

const revoke = async ({ database, clock }: Tools, id: string): Promise<PortalAnswer> =>
  (await createClientsRepository(database).revoke(id, clock()))
    ? done(`${id} is revoked, and its tokens with it`)
    : failed(`client ${id}: there is none that works`)

/** Carries out what the operator orders about portals; expected failures are told, in English. */
export const carryOut = async (tools: Tools, order: PortalOrder): Promise<PortalAnswer> => {
  if (order.kind === 'clients-revoke') return revoke(tools, order.id)
  const { database } = tools
  const account = await createAccountsRepository(database).findByEmail(normalAddress(order.account))
  if (account === undefined) return failed(`account ${order.account}: there is none; its organisation is meant`)
  const { organisationId } = account
  switch (order.kind) {
    case 'origins-list':
      return { kind: 'origins', origins: await createOriginsRepository(database).list(organisationId) }
    case 'clients-list': {
      const clients = await createClientsRepository(database).list(organisationId)
      return { kind: 'clients', clients: clients.map((client) => ({ ...client, scopes: [...client.scopes] })) }
    }
    case 'clients-create':
      return createClient(tools, order, organisationId)
    default:
      return changeOrigin(tools, order, organisationId)
  }
}
