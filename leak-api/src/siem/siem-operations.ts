import { createSecureContext } from 'node:tls'
import type { Database } from '@atalaia/database'
import { messageOf, Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import {
  array,
  enum as oneOf,
  int,
  maximum,
  maxLength,
  minimum,
  minLength,
  nullable,
  object,
  regex,
  string,
  trim,
  type infer as Infer,
} from 'zod/mini'
import { parseKeyScopes, scopeWords } from '../access/scopes.ts'
import { createAccountsRepository } from '../people/accounts-repository.ts'
import { normalAddress } from '../address.ts'
import { makeKey, revokeKey } from '../api-keys/key-acts.ts'
import type { Clock } from '../clock.ts'
import type { Keys } from '../store/keys.ts'
import { createSiemRepository, listedSiemSchema, SIEM_FEEDS } from './siem-repository.ts'

/** The path of the operations on SIEMs. */
export const SIEM_PATH = '/siem'
const OPERATOR = { kind: 'operator' } as const
const HOST = /^[a-z\d](?:[a-z\d.:-]{0,251}[a-z\d])?$/i
const pem = nullable(string().check(maxLength(200_000)))

/** A new SIEM, of the organisation of an account. */
export const newSiemSchema = object({
  account: string(),
  name: string().check(trim(), minLength(1), maxLength(90)),
  feed: oneOf(SIEM_FEEDS),
  scope: string(),
  host: string().check(regex(HOST, 'is no name of a host')),
  port: int().check(minimum(1), maximum(65_535)),
  serverName: nullable(string().check(regex(HOST, 'is no name of a host'))),
  authorities: pem,
  certificate: pem,
  privateKey: pem,
  cursor: string().check(regex(/^\d{1,15}$/, 'is no cursor')),
})
export type NewSiemOrder = Infer<typeof newSiemSchema>

export const madeSiemSchema = object({ id: string(), scope: string() })

type SiemTools = { readonly database: Database; readonly keys: Pick<Keys, 'token'>; readonly clock: Clock }

const grantOf = ({ scope, feed }: NewSiemOrder) => {
  const parsed = parseKeyScopes(scope)
  if (!parsed.ok) throw new Problem(422, `scope: ${parsed.reason}`)
  const { grant } = parsed
  if (grant.scopes.length !== 1 || grant.scopes[0] !== `${feed}:read`)
    throw new Problem(422, `scope: the feed ${feed} is read with ${feed}:read, and with no other`)
  if (feed === 'audit' && grant.rows !== 'all')
    throw new Problem(422, 'scope: the audit log is about the whole organisation, and not about addresses')
  return grant
}

/** Refuses what no connection could be made with. */
const checkPem = ({ authorities, certificate, privateKey }: NewSiemOrder) => {
  if ((certificate === null) !== (privateKey === null))
    throw new Problem(422, 'a certificate goes with its key: name both, or none')
  try {
    createSecureContext({
      ...(authorities !== null && { ca: authorities }),
      ...(certificate !== null && privateKey !== null && { cert: certificate, key: privateKey }),
    })
  } catch (error) {
    throw new Problem(422, `certificates: ${messageOf(error)}`)
  }
}

/** Operations of the operator socket on SIEMs: `POST`, `GET` and `DELETE /siem`. */
export const siemOperations: FastifyPluginCallbackZod<{ readonly tools: SiemTools }> = (app, { tools }, done) => {
  const { database, keys, clock } = tools
  const organisationOf = async (email: string): Promise<string> => {
    const account = await createAccountsRepository(database).findByEmail(normalAddress(email))
    if (account === undefined) throw new Problem(404, `account ${email}: there is none; its organisation is meant`)
    return account.organisationId
  }

  app.post(
    SIEM_PATH,
    {
      bodyLimit: 1_000_000,
      schema: { body: newSiemSchema, response: { 200: madeSiemSchema, 404: problemSchema, 422: problemSchema } },
    },
    async ({ body }) => {
      const grant = grantOf(body)
      checkPem(body)
      const organisationId = await organisationOf(body.account)
      const name = `SIEM: ${body.name}`
      const made = await database.transaction((transaction) => {
        const at = clock()
        return makeKey(transaction, {
          organisationId,
          name,
          grant,
          actor: OPERATOR,
          at,
          facts: { receiver: `${body.host}:${body.port}` },
          // Nobody learns this key: what is sent is what it reads.
          alongside: (keyId) => createSiemRepository(transaction, keys.token).add({ ...body, keyId, at }),
        })
      })
      if (made.status === 'limit-reached')
        throw new Problem(422, `this organisation has at most ${made.limit} keys: revoke one that nobody uses`)
      return { id: made.id, scope: scopeWords(grant).join(' ') }
    },
  )
  app.get(
    SIEM_PATH,
    {
      schema: {
        querystring: object({ account: string() }),
        response: { 200: array(listedSiemSchema), 404: problemSchema },
      },
    },
    async ({ query }) => createSiemRepository(database, keys.token).list(await organisationOf(query.account)),
  )
  app.delete(
    SIEM_PATH,
    { schema: { querystring: object({ id: string() }), response: { 200: object({}), 404: problemSchema } } },
    async ({ query: { id } }) => {
      const removed = await database.transaction(async (transaction) => {
        const siems = createSiemRepository(transaction, keys.token)
        const alongside = () => siems.remove(id)
        const wanted = { id, within: 'installation', actor: OPERATOR, at: clock(), alongside } as const
        return (await siems.has(id)) && revokeKey(transaction, wanted)
      })
      if (!removed) throw new Problem(404, `siem ${id}: there is none that is sent to`)
      return {}
    },
  )
  done()
}
