import type { Database } from '@atalaia/database'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array, discriminatedUnion, literal, nullable, object, optional, string, type infer as Infer } from 'zod/mini'
import { createPortalLog, loggedActionSchema } from '../access/portal-log.ts'
import { createAccountsRepository } from '../people/accounts-repository.ts'
import { normalAddress } from '../address.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import { createClientsRepository } from './clients-repository.ts'
import { parseOrigin, type OriginFault } from './origin.ts'
import { createOriginsRepository } from './origins-repository.ts'
import { parseScopes, scopeWords } from '../access/scopes.ts'

const ofAccount = { account: string() }

/** An operation on portals, as the command line sends it to the process that has the database. */
export const portalOperationSchema = discriminatedUnion('kind', [
  object({ kind: literal('origins-add'), ...ofAccount, origin: string() }),
  object({ kind: literal('origins-remove'), ...ofAccount, origin: string() }),
  object({ kind: literal('origins-list'), ...ofAccount }),
  object({ kind: literal('clients-create'), ...ofAccount, name: string(), scope: string() }),
  object({ kind: literal('clients-list'), ...ofAccount }),
  object({ kind: literal('clients-revoke'), id: string() }),
  object({ kind: literal('actions-list'), ...ofAccount, user: optional(string()) }),
])
export type PortalOperation = Infer<typeof portalOperationSchema>

const clientSchema = object({
  id: string(),
  name: string(),
  scopes: array(string()),
  createdAt: string(),
  revokedAt: nullable(string()),
})

export const portalAnswerSchema = discriminatedUnion('kind', [
  object({ kind: literal('done'), message: string() }),
  object({ kind: literal('failed'), message: string() }),
  object({ kind: literal('origins'), origins: array(object({ origin: string(), addedAt: string() })) }),
  object({ kind: literal('client'), id: string(), secret: string(), scope: string() }),
  object({ kind: literal('clients'), clients: array(clientSchema) }),
  object({ kind: literal('actions'), actions: array(loggedActionSchema) }),
])
export type PortalAnswer = Infer<typeof portalAnswerSchema>

/** Entries of the log that are listed. */
const LISTED = 1000

const reasons: Record<OriginFault, string> = {
  wildcard: 'wildcards are refused: allow each origin by itself',
  null: 'any sandboxed page has the origin "null": it is refused',
  'not-an-address': 'it is no address; write https://portal.example',
  'not-http': 'only http and https origins are allowed',
  'more-than-an-origin': 'an origin is scheme, host and port alone: no path, no slash at the end, no user',
  'too-long': 'it is too long',
}

type Tools = { readonly database: Database; readonly clock: Clock }
type OfAccount = Exclude<PortalOperation, { kind: 'clients-revoke' }>

const OPERATOR = { kind: 'operator' } as const
const failed = (message: string): PortalAnswer => ({ kind: 'failed', message })
const done = (message: string): PortalAnswer => ({ kind: 'done', message })

const changeOrigin = async (
  { database, clock }: Tools,
  operation: Extract<OfAccount, { origin: string }>,
  organisationId: string,
): Promise<PortalAnswer> => {
  const parsed = parseOrigin(operation.origin)
  if (!parsed.ok) return failed(`origin ${operation.origin}: ${reasons[parsed.reason]}`)
  const { origin } = parsed
  const origins = createOriginsRepository(database)
  const change = { organisationId, origin, actor: OPERATOR, at: clock() }
  if (operation.kind === 'origins-remove')
    return (await origins.remove(change))
      ? done(`${origin} is no longer allowed`)
      : failed(`origin ${origin}: it was not allowed`)
  const outcome = await origins.add(change)
  if (outcome === 'limit-reached') return failed(`origin ${origin}: the organisation has as many as it may have`)
  return done(outcome === 'added' ? `${origin} is allowed` : `${origin} was allowed already`)
}

const createClient = async (
  { database, clock }: Tools,
  operation: Extract<OfAccount, { kind: 'clients-create' }>,
  organisationId: string,
): Promise<PortalAnswer> => {
  const parsed = parseScopes(operation.scope)
  if (!parsed.ok) return failed(`scope: ${parsed.reason}`)
  const [{ name }, { grant }, scope] = [operation, parsed, scopeWords(parsed.grant).join(' ')]
  const made = await database.transaction(async (transaction) => {
    const at = clock()
    const client = await createClientsRepository(transaction).create({ organisationId, name, at, ...grant })
    const act = { action: 'client.made', actor: OPERATOR, at, target: { kind: 'client', id: client.id, name } } as const
    await recordAudit(transaction, { organisationId, ...act, after: { scope } })
    return client
  })
  return { kind: 'client', ...made, scope }
}

const revoke = ({ database, clock }: Tools, id: string): Promise<PortalAnswer> =>
  database.transaction(async (transaction) => {
    const at = clock()
    const revoked = await createClientsRepository(transaction).revoke(id, at)
    if (revoked === undefined) return failed(`client ${id}: there is none that works`)
    const { organisationId, name } = revoked
    const act = { action: 'client.revoked', actor: OPERATOR, at, target: { kind: 'client', id, name } } as const
    await recordAudit(transaction, { organisationId, ...act })
    return done(`${id} is revoked, and its tokens with it`)
  })

/** Carries out an operator's operation on portals; expected failures are answers, in English. */
export const runPortalOperation = async (tools: Tools, operation: PortalOperation): Promise<PortalAnswer> => {
  if (operation.kind === 'clients-revoke') return revoke(tools, operation.id)
  const { database } = tools
  const account = await createAccountsRepository(database).findByEmail(normalAddress(operation.account))
  if (account === undefined) return failed(`account ${operation.account}: there is none; its organisation is meant`)
  const { organisationId } = account
  switch (operation.kind) {
    case 'origins-list':
      return { kind: 'origins', origins: await createOriginsRepository(database).list(organisationId) }
    case 'clients-list': {
      const clients = await createClientsRepository(database).list(organisationId)
      return { kind: 'clients', clients: clients.map((client) => ({ ...client, scopes: [...scopeWords(client)] })) }
    }
    case 'actions-list': {
      const { user } = operation
      return { kind: 'actions', actions: await createPortalLog(database).list(organisationId, { user, count: LISTED }) }
    }
    case 'clients-create':
      return createClient(tools, operation, organisationId)
    default:
      return changeOrigin(tools, operation, organisationId)
  }
}

const schema = { body: portalOperationSchema, response: { 200: portalAnswerSchema } }

/** Operations of the operator socket on portals: `POST /portals`. */
export const portalOperations: FastifyPluginCallbackZod<{ readonly tools: Tools }> = (app, { tools }, registered) => {
  app.post('/portals', { schema }, (request) => runPortalOperation(tools, request.body))
  registered()
}
