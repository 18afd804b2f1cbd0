import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array, maxLength, minLength, object, string, trim, type infer as Infer } from 'zod/mini'
import { createAccountsRepository } from '../people/accounts-repository.ts'
import { parseKeyScopes, scopeWords } from '../access/scopes.ts'
import { normalAddress } from '../address.ts'
import type { Clock } from '../clock.ts'
import { makeKey, revokeKey } from './key-acts.ts'
import { createKeysRepository, listedKeySchema } from './keys-repository.ts'

/** The path of the operations on keys. */
export const KEYS_PATH = '/keys'
const MAX_NAME_LENGTH = 100

/** A new key, of the organisation of an account. */
export const newKeySchema = object({
  account: string(),
  name: string().check(trim(), minLength(1), maxLength(MAX_NAME_LENGTH)),
  scope: string(),
})
export type NewKeyOrder = Infer<typeof newKeySchema>

/** The key itself is told this once. */
export const madeKeySchema = object({ id: string(), key: string(), name: string(), scope: string() })
export type MadeKey = Infer<typeof madeKeySchema>

const OPERATOR = { kind: 'operator' } as const

type KeyTools = { readonly database: Database; readonly clock: Clock }

/** Operations of the operator socket on API keys: `POST`, `GET` and `DELETE /keys`. */
export const keyOperations: FastifyPluginCallbackZod<{ readonly tools: KeyTools }> = (app, { tools }, done) => {
  const { database, clock } = tools
  const organisationOf = async (email: string): Promise<string> => {
    const account = await createAccountsRepository(database).findByEmail(normalAddress(email))
    if (account === undefined) throw new Problem(404, `account ${email}: there is none; its organisation is meant`)
    return account.organisationId
  }

  app.post(
    KEYS_PATH,
    { schema: { body: newKeySchema, response: { 200: madeKeySchema, 404: problemSchema, 422: problemSchema } } },
    async ({ body: { account, name, scope } }) => {
      const parsed = parseKeyScopes(scope)
      if (!parsed.ok) throw new Problem(422, `scope: ${parsed.reason}`)
      const { grant } = parsed
      const organisationId = await organisationOf(account)
      const made = await database.transaction((transaction) =>
        makeKey(transaction, { organisationId, name, grant, actor: OPERATOR, at: clock() }),
      )
      if (made.status === 'limit-reached')
        throw new Problem(422, `this organisation has at most ${made.limit} keys: revoke one that nobody uses`)
      return { id: made.id, key: made.key, name, scope: scopeWords(grant).join(' ') }
    },
  )
  app.get(
    KEYS_PATH,
    {
      schema: {
        querystring: object({ account: string() }),
        response: { 200: array(listedKeySchema), 404: problemSchema },
      },
    },
    async ({ query }) => createKeysRepository(database).list(await organisationOf(query.account)),
  )
  app.delete(
    KEYS_PATH,
    { schema: { querystring: object({ id: string() }), response: { 200: object({}), 404: problemSchema } } },
    async ({ query: { id } }) => {
      const revoked = await database.transaction((transaction) =>
        revokeKey(transaction, { id, within: 'installation', actor: OPERATOR, at: clock() }),
      )
      if (!revoked) throw new Problem(404, `key ${id}: there is none that works`)
      return {}
    },
  )
  done()
}
