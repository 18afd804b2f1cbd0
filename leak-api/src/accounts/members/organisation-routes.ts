import {
  loginAnswerSchema,
  mayDo,
  organisationNameBodySchema,
  organisationSchema,
  ownOrganisationsSchema,
} from '@atalaia/contracts'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { authenticationFailures, memberOf, security } from '../../base/access/caller.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { auditRoutes } from '../../base/audit/audit-routes.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { switchOrganisation } from './switch-organisation.ts'
import { invitationRoutes, type InvitationParts } from './invitation-routes.ts'
import { createInvitationsRepository } from '../../base/people/invitations-repository.ts'
import { memberRoutes } from './member-routes.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'

const failures = { ...authenticationFailures, 404: problemSchema, 422: problemSchema }
const emptySchema = object({})
const params = object({ id: string() })

/** M-MEMBER-6 */
export const organisationRoutes: FastifyPluginAsyncZod<InvitationParts> = async (app, parts) => {
  const { database, clock } = parts
  const members = createMembersRepository(database)
  const invitations = createInvitationsRepository(database)
  await app.register(memberRoutes, parts)
  await app.register(invitationRoutes, parts)
  await app.register(auditRoutes, parts)

  app.get(
    '/organizacoes',
    {
      schema: {
        summary: 'The organisations of the account',
        security,
        response: { 200: ownOrganisationsSchema, ...authenticationFailures },
      },
      config: { operation: 'account:own' },
    },
    async (request) => {
      const { accountId, organisationId: current } = memberOf(request)
      const own = await members.organisationsOf(accountId, clock())
      return own.map(({ organisationId, name, role }) => ({
        id: organisationId,
        nome: name,
        papel: role,
        atual: organisationId === current,
      }))
    },
  )

  app.post(
    '/organizacoes/:id/entrar',
    {
      schema: {
        summary: 'A token for another organisation of the account',
        security,
        params,
        response: { 200: loginAnswerSchema, ...failures },
      },
      config: { operation: 'account:own' },
    },
    async (request, reply) => {
      const { accountId } = memberOf(request)
      const entered = (await members.organisationsOf(accountId, clock())).find(
        ({ organisationId }) => organisationId === request.params.id,
      )
      // The same for one that is not there: nobody learns of it.
      if (entered === undefined) throw new Problem(404, 'Você não está nesta organização.')
      const { organisationId } = entered
      await database.transaction(async (tx) => {
        const at = clock()
        await createMembersRepository(tx).enter(organisationId, accountId, at)
        await recordAudit(tx, { organisationId, action: 'organisation.entered', actor: actorOf(request), at })
      })
      return switchOrganisation(organisationId, parts, { request, reply })
    },
  )

  app.get(
    '/organizacao',
    {
      schema: {
        summary: 'The organisation of the session, its members and invitations',
        security,
        response: { 200: organisationSchema, ...authenticationFailures },
      },
      config: { operation: 'members:read', whileSuspended: true },
    },
    async (request) => {
      const { accountId, organisationId, role } = memberOf(request)
      const listed = await members.list(organisationId)
      const waiting = mayDo(role, 'members:write') ? await invitations.list(organisationId) : []
      const leavesAt = await members.leavesAt(organisationId)
      return {
        ...(leavesAt !== undefined && { exclui_em: leavesAt }),
        id: organisationId,
        nome: await members.nameOf(organisationId),
        papel: role,
        membros: listed.map((member) => ({
          id: member.accountId,
          email: member.email,
          ...(member.personName !== '' && { nome: member.personName }),
          papel: member.role,
          desde: member.since,
          voce: member.accountId === accountId,
        })),
        convites: waiting.map(({ id, mailbox, role: papel, sentAt, expiresAt }) => ({
          id,
          email: mailbox,
          papel,
          enviado_em: sentAt,
          expira_em: expiresAt,
        })),
      }
    },
  )

  app.post(
    '/organizacao/nome',
    {
      schema: {
        summary: 'Name the organisation',
        security,
        body: organisationNameBodySchema,
        response: { 200: emptySchema, ...failures },
      },
      config: {
        operation: 'organisation:write',
        invalid: { status: 422, message: 'Informe um nome de até 80 letras e números, que comece com um deles.' },
      },
    },
    async (request) => {
      const { organisationId } = memberOf(request)
      const { nome: name } = request.body
      await database.transaction(async (tx) => {
        const own = createMembersRepository(tx)
        const formerName = await own.nameOf(organisationId)
        await own.rename(organisationId, name)
        const target = { kind: 'organisation', id: organisationId, name, formerName } as const
        const act = { action: 'organisation.named', actor: actorOf(request), at: clock(), target } as const
        await recordAudit(tx, { organisationId, ...act })
      })
      return {}
    },
  )
}
