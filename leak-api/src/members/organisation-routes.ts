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
import { authenticationFailures, memberOf, security } from '../access/caller.ts'
import { goOnIn } from './go-on-in.ts'
import { invitationRoutes, type InvitationParts } from './invitation-routes.ts'
import { createInvitationsRepository } from './invitations-repository.ts'
import { memberRoutes } from './member-routes.ts'
import { createMembersRepository } from './members-repository.ts'

const failures = { ...authenticationFailures, 404: problemSchema, 422: problemSchema }
const emptySchema = object({})
const params = object({ id: string() })

/** The organisations of the caller, and the one that the session is in: its name, members and invitations (M-MEMBER-6). */
export const organisationRoutes: FastifyPluginAsyncZod<InvitationParts> = async (app, parts) => {
  const { database, clock } = parts
  const members = createMembersRepository(database)
  const invitations = createInvitationsRepository(database)
  await app.register(memberRoutes, parts)
  await app.register(invitationRoutes, parts)

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
      const own = await members.organisationsOf(accountId)
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
      const entered = (await members.organisationsOf(accountId)).find(
        ({ organisationId }) => organisationId === request.params.id,
      )
      // The same for one that is not there: nobody learns of it.
      if (entered === undefined) throw new Problem(404, 'Você não está nesta organização.')
      await members.enter(entered.organisationId, accountId, clock())
      return goOnIn(entered.organisationId, parts, { request, reply })
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
      config: { operation: 'members:read' },
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
      await database.transaction((tx) => createMembersRepository(tx).rename(organisationId, request.body.nome))
      return {}
    },
  )
}
