import type { Database } from '@atalaia/database'
import { organisationOfAccount } from '../../base/account-organisation.ts'
import { createPortalLog, type LoggedAction } from '../../base/access/portal-log.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import type { Clock } from '../../base/clock.ts'
import { createClientsRepository, type Client } from './clients-repository.ts'
import { parseOrigin, type OriginFault } from './origin.ts'
import { createOriginsRepository, type AllowedOrigin } from './origins-repository.ts'
import { parseScopes, scopeWords } from '../../base/access/scopes.ts'

export type PortalTools = { readonly database: Database; readonly clock: Clock }

const LISTED = 1000

const reasons: Record<OriginFault, string> = {
  wildcard: 'wildcards are refused: allow each origin by itself',
  null: 'any sandboxed page has the origin "null": it is refused',
  'not-an-address': 'it is no address; write https://portal.example',
  'not-http': 'only http and https origins are allowed',
  'more-than-an-origin': 'an origin is scheme, host and port alone: no path, no slash at the end, no user',
  'too-long': 'it is too long',
}

const OPERATOR = { kind: 'operator' } as const

const parsedOrigin = (text: string): string => {
  const parsed = parseOrigin(text)
  if (!parsed.ok) throw new Error(`origin ${text}: ${reasons[parsed.reason]}`)
  return parsed.origin
}

/** `false`: already allowed. Throws at the limit. */
export const allowOrigin = async (
  { database, clock }: PortalTools,
  account: string,
  text: string,
): Promise<{ readonly origin: string; readonly added: boolean }> => {
  const organisationId = await organisationOfAccount(database, account)
  const origin = parsedOrigin(text)
  const change = { organisationId, origin, actor: OPERATOR, at: clock() }
  const outcome = await createOriginsRepository(database).add(change)
  if (outcome === 'limit-reached') throw new Error(`origin ${origin}: the organisation has as many as it may have`)
  return { origin, added: outcome === 'added' }
}

/** Returns the origin's normal form. Throws when it was not allowed. */
export const refuseOrigin = async (
  { database, clock }: PortalTools,
  account: string,
  text: string,
): Promise<string> => {
  const organisationId = await organisationOfAccount(database, account)
  const origin = parsedOrigin(text)
  const change = { organisationId, origin, actor: OPERATOR, at: clock() }
  if (!(await createOriginsRepository(database).remove(change))) throw new Error(`origin ${origin}: it was not allowed`)
  return origin
}

export const listOrigins = async ({ database }: PortalTools, account: string): Promise<AllowedOrigin[]> =>
  createOriginsRepository(database).list(await organisationOfAccount(database, account))

export type MadeClient = { readonly id: string; readonly secret: string; readonly scope: string }

/** Throws on an invalid scope. */
export const createClient = async (
  { database, clock }: PortalTools,
  { account, name, scope: words }: { readonly account: string; readonly name: string; readonly scope: string },
): Promise<MadeClient> => {
  const organisationId = await organisationOfAccount(database, account)
  const parsed = parseScopes(words)
  if (!parsed.ok) throw new Error(`scope: ${parsed.reason}`)
  const { grant } = parsed
  const scope = scopeWords(grant).join(' ')
  const made = await database.transaction(async (transaction) => {
    const at = clock()
    const client = await createClientsRepository(transaction).create({ organisationId, name, at, ...grant })
    const act = { action: 'client.made', actor: OPERATOR, at, target: { kind: 'client', id: client.id, name } } as const
    await recordAudit(transaction, { organisationId, ...act, after: { scope } })
    return client
  })
  return { ...made, scope }
}

export type ListedClient = Pick<Client, 'id' | 'name' | 'createdAt' | 'revokedAt'> & {
  readonly scopes: readonly string[]
}

export const listClients = async ({ database }: PortalTools, account: string): Promise<ListedClient[]> => {
  const clients = await createClientsRepository(database).list(await organisationOfAccount(database, account))
  return clients.map(({ id, name, createdAt, revokedAt, ...grant }) => {
    return { id, name, scopes: scopeWords(grant), createdAt, revokedAt }
  })
}

/** Revokes any client and its tokens. Throws when none works. */
export const revokeClient = ({ database, clock }: PortalTools, id: string): Promise<void> =>
  database.transaction(async (transaction) => {
    const at = clock()
    const revoked = await createClientsRepository(transaction).revoke(id, at)
    if (revoked === undefined) throw new Error(`client ${id}: there is none that works`)
    const { organisationId, name } = revoked
    const act = { action: 'client.revoked', actor: OPERATOR, at, target: { kind: 'client', id, name } } as const
    await recordAudit(transaction, { organisationId, ...act })
  })

export const listActions = async (
  { database }: PortalTools,
  account: string,
  user: string | undefined,
): Promise<LoggedAction[]> =>
  createPortalLog(database).list(await organisationOfAccount(database, account), { user, count: LISTED })
