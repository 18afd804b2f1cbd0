import {
  apiKeysSchema,
  madeApiKeySchema,
  MAX_KEY_NAME_LENGTH,
  newApiKeyBodySchema,
  revokeApiKeyBodySchema,
  type ApiKey,
  type NewApiKeyBody,
} from '@atalaia/contracts/api-keys'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { nullish, object, regex, string } from 'zod/mini'
import { authenticationFailures, organisationOf, security } from '../../base/access/caller.ts'
import { NO_GRANT, parseKeyScopes, type Grant, type KeyScope } from '../../base/access/scopes.ts'
import { createOwnAccount } from '../own-account.ts'
import { olderProof } from '../step-up.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import { limitOf } from '../../base/limits/limits-repository.ts'
import type { AccountsRepository } from '../../base/people/accounts-repository.ts'
import { makeKey, revokeKey } from './key-acts.ts'
import { createKeysRepository, MAX_KEYS, type ListedKey } from './keys-repository.ts'

export type OrganisationKeyParts = {
  readonly database: Database
  readonly accounts: AccountsRepository
  readonly clock: Clock
}

const LISTED_REVOKED = 20
const KEYS_ROUTE = '/organizacao/chaves'
const GONE = 'Esta chave não existe, ou já foi revogada.'
const config = { operation: 'ownership:write' } as const
const params = object({ id: string().check(regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)) })
const failures = { ...authenticationFailures, 422: problemSchema }

const toldKey = ({ id, name, beginning, scopes, createdAt, lastUsedAt, revokedAt }: ListedKey): ApiKey => {
  const parsed = parseKeyScopes(scopes)
  const { scopes: operations, rows } = parsed.ok ? parsed.grant : NO_GRANT
  return {
    id,
    nome: name,
    comeco: beginning,
    permissoes: [...operations],
    so: rows === 'all' ? [] : [...rows.domains, ...rows.addresses],
    criada_em: createdAt,
    usada_em: lastUsedAt,
    revogada_em: revokedAt,
  }
}

const limitWord = (text: string) => `${text.includes('@') ? 'address' : 'domain'}:${text}`

/** Throws a 422 with the reason for wrong rights. */
const grantOf = ({ permissoes, so = [] }: NewApiKeyBody): Grant<KeyScope> => {
  const wrong = so.find((text) => !parseKeyScopes(`hibp:read ${limitWord(text)}`).ok)
  if (wrong !== undefined)
    throw new Problem(422, `“${wrong}” não é um domínio, como acme.com, nem um endereço, como ana@acme.com.`)
  if (so.length > 0 && permissoes.includes('audit:read'))
    throw new Problem(422, 'A auditoria é da organização inteira: uma chave que a lê não tem limite de endereços.')
  const parsed = parseKeyScopes([...permissoes, ...so.map(limitWord)].join(' '))
  if (!parsed.ok) throw new Problem(422, 'São endereços demais para uma chave: limite-a a domínios.')
  return parsed.grant
}

/** M-KEY-4 */
export const organisationKeyRoutes: FastifyPluginCallbackZod<OrganisationKeyParts> = (app, parts, done) => {
  const { database, accounts, clock } = parts
  const own = createOwnAccount(accounts)

  app.get(
    KEYS_ROUTE,
    {
      schema: {
        summary: 'The API keys of the organisation',
        security,
        response: { 200: apiKeysSchema, ...authenticationFailures },
      },
      config,
    },
    async (request) => {
      const organisationId = organisationOf(request)
      const told = (await createKeysRepository(database).list(organisationId)).map(toldKey)
      const revoked = told.filter(({ revogada_em: at }) => at !== null)
      return {
        chaves: told.filter(({ revogada_em: at }) => at === null),
        revogadas: revoked
          .toSorted((one, other) => Date.parse(other.revogada_em ?? '') - Date.parse(one.revogada_em ?? ''))
          .slice(0, LISTED_REVOKED),
        maximo: await limitOf(database, organisationId, 'chaves', MAX_KEYS),
        confirmar: olderProof(request, await own(request), clock()),
      }
    },
  )

  app.post(
    KEYS_ROUTE,
    {
      schema: {
        summary: 'Make an API key, which is told this once',
        security,
        body: newApiKeyBodySchema,
        response: { 201: madeApiKeySchema, ...failures },
      },
      config: {
        ...config,
        invalid: {
          status: 422,
          message: `Informe um nome de até ${MAX_KEY_NAME_LENGTH} caracteres, o que a chave pode fazer e, se quiser, domínios ou endereços sem espaços.`,
        },
      },
    },
    async (request, reply) => {
      const grant = grantOf(request.body)
      const [organisationId, name] = [organisationOf(request), request.body.nome]
      const wanted = { organisationId, name, grant, actor: actorOf(request), at: clock() }
      const made = await database.transaction((tx) => makeKey(tx, wanted))
      if (made.status === 'limit-reached')
        throw new Problem(422, `A organização já tem ${made.limit} chaves, o máximo: revogue uma que ninguém usa.`)
      return reply.code(201).send({ id: made.id, chave: made.key })
    },
  )

  app.post(
    `${KEYS_ROUTE}/:id/revogar`,
    {
      schema: {
        summary: 'Refuse an API key from the next call on',
        security,
        params,
        body: nullish(revokeApiKeyBodySchema),
        response: { 200: object({}), ...failures, 404: problemSchema },
      },
      config: { ...config, invalid: { status: 404, message: GONE } },
    },
    async (request) => {
      const within = { organisationId: organisationOf(request) }
      const wanted = { id: request.params.id, within, actor: actorOf(request), at: clock() }
      if (!(await database.transaction((tx) => revokeKey(tx, wanted)))) throw new Problem(404, GONE)
      return {}
    },
  )
  done()
}
