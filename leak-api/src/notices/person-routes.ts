import {
  evaluationBodySchema,
  evaluationSchema,
  noticeAnswerSchema,
  noticeCodeSchema,
  noticeQuestionSchema,
  noticeStopSchema,
  noticeTicksSchema,
  personNoticeSchema,
} from '@atalaia/contracts/notices'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object } from 'zod/mini'
import { portalOf } from '../base/access/caller.ts'
import type { PersonActs } from './person-acts.ts'
import type { NoticeWay } from './person-repository.ts'

const failures = { 401: problemSchema, 403: problemSchema, 404: problemSchema, 422: problemSchema, 429: problemSchema }
const withConflict = { ...failures, 409: problemSchema }
const doneSchema = object({})
const config = { scope: 'notices:own' } as const

/** M-NOTICE-6 */
const wayOf = (request: FastifyRequest, code: string | undefined): NoticeWay | undefined => {
  const portal = portalOf(request)
  if (portal === undefined) return code === undefined ? undefined : { token: code }
  const { organisationId, person } = portal
  if (person === undefined) throw new Problem(403, 'Este acesso não diz de quem são os avisos.')
  return { organisationId, person }
}

export const personCallRoutes: FastifyPluginCallbackZod<{ readonly acts: PersonActs }> = (app, { acts }, done) => {
  const noticeOf = (request: FastifyRequest, code: string | undefined) => acts.find(wayOf(request, code))

  app.post(
    '/avisos/pessoa/abrir',
    {
      schema: {
        summary: 'What a notice says, by the link of a mail or a portal’s token',
        body: noticeCodeSchema,
        response: { 200: personNoticeSchema, ...failures },
      },
      config,
    },
    async (request) => {
      const notice = await noticeOf(request, request.body.codigo)
      const shown = await acts.show(notice)
      await acts.open(notice)
      return shown
    },
  )
  app.post(
    '/avisos/pessoa/passos',
    {
      schema: {
        summary: 'Keep the ticks of a notice’s checklist',
        body: noticeTicksSchema,
        response: { 200: doneSchema, ...failures },
      },
      config,
    },
    async (request) => {
      await acts.tick(await noticeOf(request, request.body.codigo), request.body.feitos)
      return {}
    },
  )
  app.post(
    '/avisos/pessoa/avaliar',
    {
      schema: {
        summary: 'Evaluate a blinded password (RFC 9497)',
        body: evaluationBodySchema,
        response: { 200: evaluationSchema, ...withConflict },
      },
      config,
    },
    async (request) => acts.evaluate(await noticeOf(request, request.body.codigo), request.body.cego),
  )
  app.post(
    '/avisos/pessoa/resposta',
    {
      schema: {
        summary: 'Answer a notice',
        body: noticeAnswerSchema,
        response: { 200: doneSchema, ...withConflict },
      },
      config,
    },
    async (request) => {
      await acts.answer(await noticeOf(request, request.body.codigo), request.body.resposta)
      return {}
    },
  )
  app.post(
    '/avisos/pessoa/pergunta',
    {
      schema: {
        summary: 'Ask the sender of a notice',
        body: noticeQuestionSchema,
        response: { 200: doneSchema, ...withConflict },
      },
      config,
    },
    async (request) => {
      await acts.ask(await noticeOf(request, request.body.codigo), request.body.texto)
      return {}
    },
  )
  app.post(
    '/avisos/pessoa/parar',
    {
      schema: {
        summary: 'Stop the notices of an organisation, or take them again',
        body: noticeStopSchema,
        response: { 200: doneSchema, ...failures },
      },
      config,
    },
    async (request) => {
      await acts.stop(await noticeOf(request, request.body.codigo), request.body.parado)
      return {}
    },
  )
  done()
}
