import { loginAnswerSchema, memberRoleBodySchema, ownershipBodySchema } from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { authenticationFailures, security, memberOf } from '../../base/access/caller.ts'
import type { Sessions } from '../sessions.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import { changeRole, moveOwnership, removeMember, type MemberOutcome } from './change-members.ts'
import { switchOrganisation } from './switch-organisation.ts'

type MemberParts = { readonly database: Database; readonly sessions: Pick<Sessions, 'goOn'>; readonly clock: Clock }

const failures = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
const emptySchema = object({})
const params = object({ id: string() })
const NOT_HERE = 'Esta pessoa não está na sua organização.'
const refusals: Record<Exclude<MemberOutcome['status'], 'changed'>, () => Problem> = {
  unknown: () => new Problem(404, NOT_HERE),
  forbidden: () => new Problem(403, 'O seu papel na organização não permite isto.'),
  'last-owner': () =>
    new Problem(409, 'A organização precisa de um proprietário. Passe antes a propriedade a outra pessoa.'),
}
const accepted = (outcome: MemberOutcome) => {
  if (outcome.status !== 'changed') throw refusals[outcome.status]()
  return outcome.member
}

/** M-MEMBER-3 M-MEMBER-4 */
export const memberRoutes: FastifyPluginCallbackZod<MemberParts> = (app, parts, done) => {
  const { database, clock } = parts
  app.post(
    '/organizacao/membros/:id/papel',
    {
      schema: {
        summary: 'Give a member another role',
        security,
        params,
        body: memberRoleBodySchema,
        response: { 200: emptySchema, ...failures },
      },
      config: { operation: 'members:write', invalid: { status: 422, message: 'Este papel não existe.' } },
    },
    async (request) => {
      const { accountId: by, organisationId } = memberOf(request)
      const wanted = { memberId: request.params.id, role: request.body.papel }
      await database.transaction(async (tx) => {
        accepted(await changeRole(tx, { organisationId, by, actor: actorOf(request), at: clock() }, wanted))
      })
      return {}
    },
  )

  app.post(
    '/organizacao/membros/:id/remover',
    {
      schema: { summary: 'Remove a member', security, params, response: { 200: emptySchema, ...failures } },
      config: { operation: 'members:write' },
    },
    async (request) => {
      const { accountId: by, organisationId } = memberOf(request)
      await database.transaction(async (tx) => {
        accepted(
          await removeMember(tx, { organisationId, by, actor: actorOf(request), at: clock() }, request.params.id),
        )
      })
      return {}
    },
  )

  app.post(
    '/organizacao/sair',
    {
      schema: {
        summary: 'Leave the organisation; the answer is a token for another one',
        security,
        response: { 200: loginAnswerSchema, ...failures },
      },
      config: { operation: 'account:secure' },
    },
    async (request, reply) => {
      const { accountId: by, organisationId } = memberOf(request)
      await database.transaction(async (tx) => {
        accepted(await removeMember(tx, { organisationId, by, actor: actorOf(request), at: clock() }, by))
      })
      return switchOrganisation(organisationId, parts, { request, reply })
    },
  )

  app.post(
    '/organizacao/propriedade',
    {
      schema: {
        summary: 'Make a member the owner in the place of the caller',
        security,
        body: ownershipBodySchema,
        response: { 200: emptySchema, ...failures },
      },
      config: { operation: 'ownership:write', invalid: { status: 422, message: NOT_HERE } },
    },
    async (request) => {
      const { accountId: by, organisationId } = memberOf(request)
      await database.transaction(async (tx) => {
        accepted(
          await moveOwnership(tx, { organisationId, by, actor: actorOf(request), at: clock() }, request.body.membro),
        )
      })
      return {}
    },
  )
  done()
}
