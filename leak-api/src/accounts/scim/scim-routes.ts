import { PROGRAM_API } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { createErrorHandlers, Problem, SCIM_MEDIA_TYPE, sendProgramProblem } from '@atalaia/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, optional, regex, string, unknown } from 'zod/mini'
import { keyTenantOf } from '../../base/access/key-guard.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import { changeUser, createUser, removeUser, type ScimOutcome } from './change-scim-user.ts'
import { MAX_RESULTS, resourceTypes, schemas, serviceProviderConfig } from './scim-documents.ts'
import {
  newUserIn,
  patchedBy,
  readFilter,
  replacedBy,
  SCIM_SCHEMAS,
  scimProblem,
  userResource,
} from './scim-messages.ts'
import { createScimUsers } from '../../base/people/scim-users-repository.ts'

type ScimParts = {
  readonly database: Database
  readonly guard: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly queueAfterBody: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly apiUrl: string
  readonly clock: Clock
}

const { onError, onNotFound } = createErrorHandlers({ send: sendProgramProblem.scim })
const notHere = () => scimProblem(404, 'there is no such resource in this organisation')
const refusals: Record<Exclude<ScimOutcome['status'], 'saved'>, () => Problem> = {
  unknown: notHere,
  taken: () => scimProblem(409, 'userName or address: somebody of this organisation has it already', 'uniqueness'),
  foreign: () =>
    scimProblem(400, 'emails: the address is of no domain that the organisation has proved', 'invalidValue'),
  'last-owner': () => scimProblem(409, 'the last owner of an organisation stays: make somebody else an owner first'),
  full: () => scimProblem(403, 'the organisation has as many people as it may have: deactivate some first'),
}
const savedIn = (outcome: ScimOutcome) => {
  if (outcome.status !== 'saved') throw refusals[outcome.status]()
  return outcome.user
}

const readScimBodies = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser([SCIM_MEDIA_TYPE, 'application/json'], { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, String(body), done),
  )
}

const listOf = (resources: readonly object[], total = resources.length, startIndex = 1) => ({
  schemas: [SCIM_SCHEMAS.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

const count = optional(string().check(regex(/^-?\d{1,9}$/, 'is a number')))
const listQuery = object({ filter: optional(string().check(maxLength(1000))), startIndex: count, count })
const params = object({ id: string() })
const anyBody = unknown()
const config = { keyScope: 'scim:write' } as const
const security = [{ keyAsBearer: [] }]

/**
 * SCIM 2.0 (RFC 7643, RFC 7644) for an organisation's directory. An API key is the bearer token
 * (P-SCIM-1).
 */
export const scimRoutes: FastifyPluginCallbackZod<ScimParts> = (app, parts, done) => {
  const { database, guard, queueAfterBody, apiUrl, clock } = parts
  const base = `${apiUrl}${PROGRAM_API.scim}`
  const users = createScimUsers(database)
  readScimBodies(app)
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  app.addHook('onRequest', guard)
  app.addHook('onRequest', async (request, reply) => {
    reply.type(`${SCIM_MEDIA_TYPE}; charset=utf-8`)
    if (request.keyCaller !== null && request.keyCaller.rows !== 'all')
      throw new Problem(403, 'a key for SCIM is not limited to addresses or domains')
  })
  app.addHook('preHandler', queueAfterBody)
  const changeBy = (request: FastifyRequest) => {
    const { organisationId } = keyTenantOf(request)
    return { organisationId, actor: actorOf(request), at: clock() }
  }
  const told = { security }

  app.get('/ServiceProviderConfig', { schema: { summary: 'SCIM: what this server can', ...told }, config }, async () =>
    serviceProviderConfig(base),
  )
  for (const [path, documents] of [
    ['/ResourceTypes', resourceTypes(base)],
    ['/Schemas', schemas(base)],
  ] as const) {
    app.get(path, { schema: { summary: 'SCIM: what there is', ...told }, config }, async () => listOf(documents))
    app.get(`${path}/:id`, { schema: { summary: 'SCIM: one of them', params, ...told }, config }, async (request) => {
      const found = documents.find(({ id }) => id === request.params.id)
      if (found === undefined) throw notHere()
      return found
    })
  }

  app.get(
    '/Users',
    { schema: { summary: 'SCIM: the people of the directory', querystring: listQuery, ...told }, config },
    async (request) => {
      const { query } = request
      const startIndex = Math.max(1, Number(query.startIndex ?? 1))
      const limit = Math.min(MAX_RESULTS, Math.max(0, Number(query.count ?? MAX_RESULTS)))
      const conditions = query.filter === undefined ? [] : readFilter(query.filter)
      const { organisationId } = keyTenantOf(request)
      const found = await users.list(organisationId, { conditions, offset: startIndex - 1, limit })
      const resources = found.users.map((user) => userResource(user, base))
      return listOf(resources, found.total, startIndex)
    },
  )
  app.get('/Users/:id', { schema: { summary: 'SCIM: a person', params, ...told }, config }, async (request) => {
    const user = await users.find(keyTenantOf(request).organisationId, request.params.id)
    if (user === undefined) throw notHere()
    return userResource(user, base)
  })
  app.post(
    '/Users',
    { schema: { summary: 'SCIM: a new person', body: anyBody, ...told }, config },
    async (request, reply) => {
      const wanted = newUserIn(request.body)
      const user = await database.transaction(async (tx) => savedIn(await createUser(tx, changeBy(request), wanted)))
      const resource = userResource(user, base)
      reply.code(201).header('location', resource.meta.location)
      return resource
    },
  )
  for (const [method, edit] of [
    ['PUT', replacedBy],
    ['PATCH', patchedBy],
  ] as const)
    app.route({
      method,
      url: '/Users/:id',
      schema: { summary: 'SCIM: change a person', params, body: anyBody, ...told },
      config,
      handler: async (request) => {
        const editing = edit(request.body)
        const user = await database.transaction(async (tx) =>
          savedIn(await changeUser(tx, changeBy(request), request.params.id, editing)),
        )
        return userResource(user, base)
      },
    })
  app.delete(
    '/Users/:id',
    { schema: { summary: 'SCIM: deactivate a person, and forget them', params, ...told }, config },
    async (request, reply) => {
      await database.transaction(async (tx) => savedIn(await removeUser(tx, changeBy(request), request.params.id)))
      return reply.code(204).send()
    },
  )
  done()
}
