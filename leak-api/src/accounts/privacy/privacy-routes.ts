import { leavingSchema } from '@atalaia/contracts'
import type { Database, Queryable } from '@atalaia/database'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import {
  array,
  maxLength,
  minLength,
  nullish,
  object,
  optional,
  record,
  string,
  unknown,
  type infer as Infer,
} from 'zod/mini'
import { authenticationFailures, organisationOf, security } from '../../base/access/caller.ts'
import type { AccountsRepository } from '../../base/people/accounts-repository.ts'
import { createOwnAccount } from '../own-account.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordAccountAudit, recordAudit, recordSessionAudit } from '../../base/audit/record-audit.ts'
import { DAY_MS, type Clock } from '../../base/clock.ts'
import { refuseUndownloaded } from '../../watchlist/incidents/undownloaded-incidents.ts'
import { enqueueMail } from '../../base/mail/enqueue-mail.ts'
import { createMembersRepository } from '../../base/people/members-repository.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { createLeaving } from './leaving.ts'
import { leavingMail, organisationLeavingMail } from './leaving-mail.ts'
import { PERSONAL_DATA } from './personal-data.ts'
import { retentionRoutes } from './retention.ts'

type PrivacyParts = {
  readonly database: Database
  readonly accounts: AccountsRepository
  readonly limits: RateLimits
  readonly origin: string
  readonly clock: Clock
}

const EXPORTS_PER_DAY = 10
const config = { operation: 'account:own', withoutSecondFactor: true } as const
const ownership = { operation: 'ownership:write', whileSuspended: true } as const
/** The password proves a person without an earlier proof. */
const leaveBodySchema = nullish(object({ senha: optional(string().check(minLength(1), maxLength(1024))) }))
const emptySchema = object({})
const rowSchema = record(string(), unknown())
const ownDataSchema = record(string(), array(rowSchema))

const readOwnData = async (
  database: Queryable,
  person: { readonly id: string; readonly email: string },
): Promise<Infer<typeof ownDataSchema>> => {
  const data: Infer<typeof ownDataSchema> = {}
  for (const { table, rows } of PERSONAL_DATA) data[table] = await database.query(rowSchema, rows(person))
  return data
}

export const privacyRoutes: FastifyPluginCallbackZod<PrivacyParts> = (app, parts, done) => {
  const { database, accounts, limits, origin, clock } = parts
  const own = createOwnAccount(accounts)
  void app.register(retentionRoutes, { database, clock })
  const exports = limits.window({ name: 'own-data', points: EXPORTS_PER_DAY, windowMs: DAY_MS })

  app.get(
    '/conta/dados',
    {
      schema: {
        summary: 'All that is kept about the person of the account',
        security,
        response: { 200: ownDataSchema, ...authenticationFailures },
      },
      config,
    },
    async (request, reply) => {
      const account = await own(request)
      const allowed = await exports.consume(account.id)
      if (!allowed.ok) throw tooManyRequests(allowed)
      reply.header('content-disposition', 'attachment; filename="meus-dados.json"')
      const session = { accountId: account.id, organisationId: organisationOf(request) }
      return database.transaction(async (tx) => {
        const data = await readOwnData(tx, account)
        await recordSessionAudit(tx, session, { action: 'data.exported', actor: actorOf(request), at: clock() })
        return data
      })
    },
  )

  app.post(
    '/conta/exclusao',
    {
      schema: {
        summary: 'Delete the account after a time of grace',
        security,
        body: leaveBodySchema,
        response: { 200: leavingSchema, ...authenticationFailures, 409: problemSchema, 422: problemSchema },
      },
      config: { ...config, operation: 'account:secure', invalid: { status: 422, message: 'Informe a sua senha.' } },
    },
    async (request) => {
      const account = await own(request)
      return database.transaction(async (tx) => {
        const leaving = createLeaving(tx)
        const held = await leaving.heldBy(account.id)
        if (held.length > 0)
          throw new Problem(409, `Só você é dono de: ${held.join(', ')}. Passe a propriedade a outra pessoa antes.`)
        const at = clock()
        await refuseUndownloaded(tx, { kind: 'account', id: account.id }, at)
        const until = await leaving.leave('account', account.id, at)
        await enqueueMail(tx, leavingMail({ to: account.email, origin, at, until }))
        const act = { action: 'account.leaving', actor: actorOf(request), at } as const
        await recordAccountAudit(tx, account.id, { ...act, after: { until: until.toISOString() } })
        return { exclui_em: until.toISOString() }
      })
    },
  )

  app.post(
    '/conta/exclusao/cancelar',
    {
      schema: { summary: 'Keep the account', security, response: { 200: emptySchema, ...authenticationFailures } },
      config,
    },
    async (request) => {
      const { id } = await own(request)
      await database.transaction(async (tx) => {
        await createLeaving(tx).stay('account', id)
        await recordAccountAudit(tx, id, { action: 'account.kept', actor: actorOf(request), at: clock() })
      })
      return {}
    },
  )

  app.post(
    '/organizacao/exclusao',
    {
      schema: {
        summary: 'Delete the organisation of the session after a time of grace',
        security,
        body: leaveBodySchema,
        response: { 200: leavingSchema, ...authenticationFailures, 409: problemSchema, 422: problemSchema },
      },
      config: { ...ownership, invalid: { status: 422, message: 'Informe a sua senha.' } },
    },
    async (request) => {
      const organisationId = organisationOf(request)
      return database.transaction(async (tx) => {
        const at = clock()
        await refuseUndownloaded(tx, { kind: 'organisation', id: organisationId }, at)
        const until = await createLeaving(tx).leave('organisation', organisationId, at)
        const members = createMembersRepository(tx)
        const name = await members.nameOf(organisationId)
        for (const { email, role } of await members.list(organisationId))
          if (role === 'owner') await enqueueMail(tx, organisationLeavingMail({ to: email, origin, at, until }, name))
        const act = { action: 'organisation.leaving', actor: actorOf(request), at } as const
        await recordAudit(tx, { organisationId, ...act, after: { until: until.toISOString() } })
        return { exclui_em: until.toISOString() }
      })
    },
  )

  app.post(
    '/organizacao/exclusao/cancelar',
    {
      schema: { summary: 'Keep the organisation', security, response: { 200: emptySchema, ...authenticationFailures } },
      config: ownership,
    },
    async (request) => {
      const organisationId = organisationOf(request)
      await database.transaction(async (tx) => {
        await createLeaving(tx).stay('organisation', organisationId)
        const act = { action: 'organisation.kept', actor: actorOf(request), at: clock() } as const
        await recordAudit(tx, { organisationId, ...act })
      })
      return {}
    },
  )
  done()
}
