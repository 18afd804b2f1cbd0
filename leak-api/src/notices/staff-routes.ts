import {
  noticeOrderSchema,
  noticeOutcomeSchema,
  noticePreviewBodySchema,
  noticePreviewSchema,
  noticeRemindersSchema,
  sentNoticesSchema,
} from '@atalaia/contracts/notices'
import { type Database, type Queryable, sql } from '@atalaia/database'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, optional, string, uuid } from 'zod/mini'
import { authenticationFailures, memberOf, organisationOf, security } from '../base/access/caller.ts'
import { normalAddress } from '../base/address.ts'
import { actorOf } from '../base/audit/actor-of.ts'
import { recordAudit } from '../base/audit/record-audit.ts'
import type { Clock } from '../base/clock.ts'
import { lockOrganisation } from '../base/people/accounts-repository.ts'
import { createMembersRepository } from '../base/people/members-repository.ts'
import { findPeople } from './find-people.ts'
import { nameOf } from './notice-mail.ts'
import { NOTICE_WORDS } from './notice-words.ts'
import { createNoticeLimits, sendNotices } from './send-notices.ts'
import { listNotices, readReminderDays } from './sent-notices.ts'

export type StaffParts = {
  readonly database: Database
  readonly origin: string
  readonly apiUrl: string
  readonly limits: RateLimits
  readonly clock: Clock
}

/** 200 cases with sources of 200 characters. */
const BODY_LIMIT_BYTES = 256 * 1024
const failures = { ...authenticationFailures, 404: problemSchema, 422: problemSchema }
const INVALID = { status: 422, message: 'Confira os casos e o texto do aviso: algum deles não serve.' }
const querystring = object({
  email: optional(string().check(maxLength(254))),
  incidente: optional(uuid()),
  fonte: optional(string().check(maxLength(200))),
})

const demandIncident = async (on: Queryable, organisationId: string, id: string) => {
  const found = await on.query(
    object({}),
    sql`SELECT FROM incident WHERE id = ${id}::uuid AND organisation_id = ${organisationId}`,
  )
  if (found.length === 0) throw new Problem(404, 'Este incidente não está no registro da sua organização.')
}

/** Notices to people whose addresses leaked, for sessions alone (P-NOTICE-20). */
export const staffRoutes: FastifyPluginCallbackZod<StaffParts> = (app, parts, done) => {
  const { database, clock } = parts
  const limits = createNoticeLimits(parts.limits)

  app.post(
    '/avisos/previa',
    {
      schema: {
        summary: 'A notice before it is sent, and its people',
        security,
        body: noticePreviewBodySchema,
        response: { 200: noticePreviewSchema, ...failures },
      },
      config: { operation: 'cases:change', invalid: INVALID },
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const organisationId = organisationOf(request)
      const { casos: cases, idioma: language } = request.body
      const { people, unknown } = await findPeople(database, { organisationId, cases, now: clock() })
      const from = (await createMembersRepository(database).nameOf(organisationId)) || undefined
      const words = NOTICE_WORDS[language]
      return {
        assunto: words.subject,
        acima: words.above(nameOf(from, language)),
        fixo: [...words.before, ...words.after],
        abaixo: words.below,
        pessoas: [
          ...people.map(({ email, sources, refusal, lastAt }) => ({
            email,
            fontes: sources,
            recusa: refusal,
            ultimo_em: lastAt,
          })),
          ...unknown.map((email) => ({ email, fontes: [], recusa: 'desconhecido' as const, ultimo_em: null })),
        ],
      }
    },
  )

  app.post(
    '/avisos',
    {
      schema: {
        summary: 'Send a notice to the people of cases',
        security,
        body: noticeOrderSchema,
        response: { 200: noticeOutcomeSchema, ...failures },
      },
      config: { operation: 'notices:send', invalid: INVALID },
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async (request) => {
      const { organisationId, accountId, email: replyTo } = memberOf(request)
      const { incidente } = request.body
      if (incidente !== undefined) await demandIncident(database, organisationId, incidente)
      const by = { organisationId, accountId, replyTo, actor: actorOf(request), at: clock() }
      return sendNotices(parts, limits, { ...request.body, ...by })
    },
  )

  app.get(
    '/avisos',
    {
      schema: {
        summary: 'Sent notices, the newest first',
        security,
        querystring,
        response: { 200: sentNoticesSchema, ...authenticationFailures },
      },
      config: { operation: 'cases:read' },
    },
    (request) => {
      const { email, ...query } = request.query
      const address = email === undefined ? undefined : normalAddress(email)
      return listNotices(database, { ...query, organisationId: organisationOf(request), email: address })
    },
  )

  const reminders = { 200: noticeRemindersSchema, ...authenticationFailures }
  app.get(
    '/avisos/lembretes',
    {
      schema: { summary: 'Days until a reminder of a notice', security, response: reminders },
      config: { operation: 'cases:read' },
    },
    (request) => readReminderDays(database, organisationOf(request)),
  )
  // Pages post: their client has no other way to write.
  for (const method of ['PUT', 'POST'] as const)
    app.route({
      method,
      url: '/avisos/lembretes',
      schema: {
        summary: 'Change the days until a reminder',
        security,
        body: noticeRemindersSchema,
        response: { ...reminders, 422: problemSchema },
      },
      config: { operation: 'cases:change', invalid: { status: 422, message: 'Escolha de 1 a 30 dias.' } },
      handler: async (request) => {
        const organisationId = organisationOf(request)
        const { dias } = request.body
        await database.transaction(async (tx) => {
          await lockOrganisation(tx, organisationId)
          const before = await readReminderDays(tx, organisationId)
          if (before.dias === dias) return
          await tx.execute(sql`UPDATE organisation SET notice_reminder_days = ${dias} WHERE id = ${organisationId}`)
          await recordAudit(tx, {
            organisationId,
            actor: actorOf(request),
            at: clock(),
            action: 'notice.reminders-changed',
            target: { kind: 'organisation', id: organisationId },
            before: { days: before.dias },
            after: { days: dias },
          })
        })
        return { dias }
      },
    })
  done()
}
