import { ADDRESS_LEVELS, normalDomain } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import {
  array,
  boolean,
  enum as oneOf,
  int,
  maxLength,
  nullable,
  object,
  optional,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { keyTenantOf } from '../../base/access/key-guard.ts'
import { keyFailures, keySecurity, limitOf, limitSchema } from '../../base/access/key-schemas.ts'
import { sourcesOf } from '../../watchlist/address-page/exposure.ts'
import { createAddressFeed, type FeedAddress } from '../../watchlist/addresses/address-feed.ts'
import type { Clock } from '../../base/clock.ts'
import { createExposureRepository } from '../../numbers/exposure/exposure-repository.ts'
import { englishLevel, levelOf } from '../../numbers/severity/severity.ts'
import { FIRST_ID, levelSchema, severityJson, severitySchema } from './rest-answers.ts'

type AddressParts = { readonly database: Database; readonly clock: Clock }

/** All null for a waiting address (M-OWN-1). */
const addressSchema = object({
  id: string(),
  address: string(),
  state: oneOf(['watched', 'waiting']),
  leaks: nullable(int()),
  passwords: nullable(int()),
  open_passwords: nullable(int()),
  severity: nullable(severitySchema),
  last_seen: nullable(string()),
  cases: nullable(object({ new: int(), in_progress: int(), closed: int() })),
  labels: array(string()),
  added_at: string(),
})
/** `next`: the next page's cursor; null on the last. */
const pageSchema = object({ data: array(addressSchema), next: nullable(string()), more: boolean() })

const sourceSchema = object({
  name: string(),
  title: nullable(string()),
  description: nullable(string()),
  domain: nullable(string()),
  kind: nullable(string()),
  /** The leak's day, or the address's first day in it. */
  day: string(),
  /** False: no day is known, and both days are the import's. */
  day_known: boolean(),
  last_seen: string(),
  public_on: nullable(string()),
  known_since: nullable(string()),
  verified: nullable(boolean()),
  data: array(string()),
  passwords: int(),
  /** This source's passwords that also leaked elsewhere. */
  repeated_passwords: int(),
  hashes: int(),
  machines: int(),
  /** At most 20. */
  websites: array(string()),
  severity: severitySchema,
})
const detailSchema = object({ ...addressSchema.shape, sources: nullable(array(sourceSchema)) })

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const querySchema = object({
  cursor: optional(string().check(regex(UUID, 'is no cursor of an answer'))),
  limit: limitSchema,
  severity: optional(levelSchema),
  domain: optional(string().check(maxLength(300))),
})

const NOT_NUMBERED = {
  leaks: null,
  passwords: null,
  open_passwords: null,
  severity: null,
  last_seen: null,
  cases: null,
}

const addressJson = (row: FeedAddress): Infer<typeof addressSchema> => {
  const { id, address, watched, leaks, passwords, openPasswords, closed, inWork, points, lastSeen } = row
  const { labels, addedAt: added_at } = row
  if (!watched) return { id, address, state: 'waiting', ...NOT_NUMBERED, labels, added_at }
  const nivel = points === null ? 'nenhuma' : levelOf(points)
  return {
    id,
    address,
    state: 'watched',
    leaks,
    passwords,
    open_passwords: openPasswords,
    severity: severityJson({ nivel, pontos: points ?? 0 }),
    last_seen: lastSeen,
    cases: { new: leaks - closed - inWork, in_progress: inWork, closed },
    labels,
    added_at,
  }
}

const sourceJson = (source: Awaited<ReturnType<typeof sourcesOf>>[number]): Infer<typeof sourceSchema> => ({
  name: source.fonte,
  title: source.titulo,
  description: source.descricao,
  domain: source.site,
  kind: source.tipo,
  day: source.dia,
  day_known: source.dia_informado !== false,
  last_seen: source.visto_por_ultimo,
  public_on: source.publico_em,
  known_since: source.aqui_desde,
  verified: source.verificada,
  data: source.dados,
  passwords: source.numero_senhas,
  repeated_passwords: source.senhas_repetidas,
  hashes: source.numero_hashes,
  machines: source.maquinas,
  websites: source.sites,
  severity: severityJson(source.gravidade),
})

const domainIn = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const domain = normalDomain(text.trim())
  if (domain === undefined) throw new Problem(400, '/querystring/domain: is no domain')
  return domain
}

/** The organisation's addresses for other systems, without passwords or people (M-REST-6). */
export const addressRoutes: FastifyPluginCallbackZod<AddressParts> = (app, { database, clock }, done) => {
  const addresses = createAddressFeed(database)
  const exposures = createExposureRepository(database)
  const config = { keyScope: 'addresses:read' } as const
  app.get(
    '/addresses',
    {
      schema: {
        summary: 'The addresses of the organisation, with their numbers',
        description: 'Of an address that waits for its owner’s yes nothing but that is told.',
        security: keySecurity,
        querystring: querySchema,
        response: { 200: pageSchema, ...keyFailures },
      },
      config,
    },
    async (request) => {
      const { cursor: after = FIRST_ID, severity, domain, limit } = request.query
      const level = ADDRESS_LEVELS.find((name) => englishLevel(name) === severity)
      const query = { after, level, domain: domainIn(domain) }
      const { rows, more } = await addresses.page(keyTenantOf(request), query, limitOf(limit))
      const data = rows.map(addressJson)
      return { data, next: more ? (data.at(-1)?.id ?? null) : null, more }
    },
  )
  app.get(
    '/addresses/:id',
    {
      schema: {
        summary: 'An address, by its id or by itself, with the sources that have it',
        security: keySecurity,
        params: object({ id: string() }),
        response: { 200: detailSchema, ...keyFailures, 404: problemSchema },
      },
      config,
    },
    async (request) => {
      const tenant = keyTenantOf(request)
      const row = await addresses.find(tenant, request.params.id)
      // The same for another organisation's, and for one that the key does not reach.
      if (row === undefined) throw new Problem(404, 'There is no such address among those that your key reaches.')
      // One after the other: a call takes one connection of the pool.
      const watched = row.watched ? await exposures.find(tenant.organisationId, row.id) : undefined
      // Its proof may have been lost since the row was read.
      if (watched?.watched !== true) return { ...addressJson({ ...row, watched: false }), sources: null }
      const sources = await sourcesOf({ exposures }, tenant.organisationId, watched, clock())
      return { ...addressJson(row), sources: sources.map(sourceJson) }
    },
  )
  done()
}
