import {
  invitationFactsSchema,
  invitationTokenBodySchema,
  inviteBodySchema,
  loginAnswerSchema,
  mayAssign,
} from '@atalaia/contracts'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema, type RateLimit, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, string } from 'zod/mini'
import { limitNetworks } from '../../base/access/call-limits.ts'
import { authenticationFailures, security, memberOf } from '../../base/access/caller.ts'
import { normalAddress } from '../../base/address.ts'
import type { Sessions } from '../sessions.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAudit } from '../../base/audit/record-audit.ts'
import { DAY_MS, type Clock } from '../../base/clock.ts'
import { createMailShares, sendWithin } from '../../base/mail/mail-shares.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { switchOrganisation } from './switch-organisation.ts'
import { createInvitationsRepository } from '../../base/people/invitations-repository.ts'
import { acceptInvitation, invite, stillHolds, type InviteOutcome } from '../../base/people/invite.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import { createScimUsers } from '../../base/people/scim-users-repository.ts'

export type InvitationParts = {
  readonly database: Database
  readonly sessions: Pick<Sessions, 'goOn'>
  readonly limits: RateLimits
  readonly origin: string
  readonly clock: Clock
}

const PER_DAY = 50

const failures = { ...authenticationFailures, 404: problemSchema, 409: problemSchema, 422: problemSchema }
const emptySchema = object({})
const params = object({ id: string() })
const UNUSABLE = 'Este convite já foi usado ou não vale mais. Peça outro a quem convidou você.'
const unusable = () => new Problem(422, UNUSABLE)
const notHere = () => new Problem(404, 'Este convite não está na lista.')
const forbidden = () => new Problem(403, 'O seu papel na organização não permite isto.')

const refusals: Record<Exclude<InviteOutcome['status'], 'sent'>, () => Problem> = {
  forbidden,
  member: () => new Problem(409, 'Esta pessoa já está na organização.'),
  'limit-reached': () =>
    new Problem(422, 'A organização já tem todas as pessoas que pode ter, com as convidadas. Fale com o suporte.'),
  'just-sent': () => new Problem(409, 'Um convite foi enviado a este endereço há pouco. Espere um minuto.'),
}

/** M-MEMBER-5 */
export const invitationRoutes: FastifyPluginCallbackZod<InvitationParts> = (app, parts, done) => {
  const { database, limits, origin, clock } = parts
  const ofOrganisation = limits.window({ name: 'invitations', points: PER_DAY, windowMs: DAY_MS })
  const sharesOf = createMailShares(limits, 'invitation')
  const send = async (request: FastifyRequest, mailbox: string, role: Parameters<typeof mayAssign>[1]) => {
    const { accountId: by, organisationId } = memberOf(request)
    // The people of its own domains: no stranger's invitations keep theirs from them.
    const isKnown = await createScimUsers(database).isOwnMailbox(organisationId, mailbox)
    const order = { organisationId, by, actor: actorOf(request), mailbox, role, origin, at: clock() }
    const shares = [[ofOrganisation, organisationId] as const, ...sharesOf({ asker: organisationId, mailbox, isKnown })]
    const outcome = await sendWithin(shares, () => database.transaction((tx) => invite(tx, order)))
    if (outcome.status === 'put-off') throw tooManyRequests(outcome.refusal)
    if (outcome.status !== 'sent') throw refusals[outcome.status]()
  }

  app.post(
    '/organizacao/convites',
    {
      schema: {
        summary: 'Invite a mailbox into the organisation',
        security,
        body: inviteBodySchema,
        response: { 202: emptySchema, ...failures },
      },
      config: {
        operation: 'members:invite',
        invalid: { status: 422, message: 'Informe um e-mail válido e um papel.' },
      },
    },
    async (request, reply) => {
      await send(request, normalAddress(request.body.email), request.body.papel)
      return reply.code(202).send({})
    },
  )

  app.post(
    '/organizacao/convites/:id/reenviar',
    {
      schema: {
        summary: 'Mail an invitation again; the link of before ends',
        security,
        params,
        response: { 202: emptySchema, ...failures },
      },
      config: { operation: 'members:invite' },
    },
    async (request, reply) => {
      const { organisationId } = memberOf(request)
      const found = await createInvitationsRepository(database).findById(organisationId, request.params.id)
      if (found === undefined) throw notHere()
      await send(request, found.mailbox, found.role)
      return reply.code(202).send({})
    },
  )

  app.post(
    '/organizacao/convites/:id/revogar',
    {
      schema: { summary: 'End an invitation', security, params, response: { 200: emptySchema, ...failures } },
      config: { operation: 'members:write' },
    },
    async (request) => {
      const { organisationId, role } = memberOf(request)
      await database.transaction(async (tx) => {
        const revoked = await createInvitationsRepository(tx).revoke(organisationId, request.params.id)
        if (revoked === undefined) throw notHere()
        if (!mayAssign(role, revoked.role)) throw forbidden()
        const target = { kind: 'mailbox', id: revoked.id, name: revoked.mailbox } as const
        const act = { action: 'member.invitation-revoked', actor: actorOf(request), at: clock(), target } as const
        await recordAudit(tx, { organisationId, ...act, before: { role: revoked.role } })
      })
      return {}
    },
  )

  app.post(
    '/convites/aceitar',
    {
      schema: {
        summary: 'Accept an invitation; the answer is a token for its organisation',
        security,
        body: invitationTokenBodySchema,
        response: { 200: loginAnswerSchema, ...failures },
      },
      config: { operation: 'account:own', invalid: { status: 422, message: UNUSABLE } },
    },
    async (request, reply) => {
      const { accountId, email } = memberOf(request)
      const at = clock()
      const { organisationId } = await database.transaction(async (tx) => {
        const acceptance = { token: request.body.token, accountId, email, actor: actorOf(request), at }
        const accepted = await acceptInvitation(tx, acceptance)
        if (accepted === undefined) throw unusable()
        if (accepted === 'other-mailbox')
          throw new Problem(403, 'Este convite é para outra caixa de correio. Entre com a conta que a tem.')
        return accepted
      })
      return switchOrganisation(organisationId, parts, { request, reply })
    },
  )
  done()
}

type LookParts = Pick<InvitationParts, 'database' | 'clock'> & {
  readonly callLimit: RateLimit
}

export const invitationLookRoute: FastifyPluginCallbackZod<LookParts> = (app, { database, callLimit, clock }, done) => {
  limitNetworks(app, callLimit)
  app.post(
    '/auth/convite',
    {
      schema: {
        summary: 'What an invitation says, by the link of a mail',
        body: invitationTokenBodySchema,
        response: { 200: invitationFactsSchema, 422: problemSchema, 429: problemSchema, 503: problemSchema },
      },
      config: { invalid: { status: 422, message: UNUSABLE } },
    },
    async (request) => {
      const found = await createInvitationsRepository(database).find(request.body.token, clock())
      if (found === undefined || !stillHolds(found)) throw unusable()
      const organizacao = await createMembersRepository(database).nameOf(found.organisationId)
      return { organizacao, email: found.mailbox, papel: found.role, convidado_por: found.invitedBy }
    },
  )
  done()
}
