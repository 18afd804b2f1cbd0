import { saoPauloDay } from '@atalaia/contracts'
import { CASE_CHANGED_PROBLEM, CASE_STATES, changeCaseBodySchema, CLOSED_STATES } from '@atalaia/contracts/cases'
import type { Database } from '@atalaia/database'
import { Problem, problemSchema } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import {
  array,
  boolean,
  enum as oneOf,
  int,
  looseObject,
  nullable,
  object,
  optional,
  regex,
  strictObject,
  string,
  type infer as Infer,
} from 'zod/mini'
import { keyTenantOf, type KeyTenant } from '../../base/access/key-guard.ts'
import { keyFailures, keySecurity, limitOf, limitSchema } from '../../base/access/key-schemas.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { createCaseFeed, type CaseKey, type FeedCase } from '../../watchlist/cases/case-feed-repository.ts'
import { noticeOf } from '../../watchlist/cases/case-notice.ts'
import { changeCases } from '../../watchlist/cases/change-cases.ts'
import type { Clock } from '../../base/clock.ts'
import { judgeAddresses } from '../../numbers/severity/evidence-repository.ts'
import { FIRST_ID, noticeName, noticeNameSchema, severityJson, severitySchema } from './rest-answers.ts'

type CaseParts = { readonly database: Database; readonly clock: Clock }

/** P-CASE-1 */
const STATES = {
  new: 'novo',
  in_progress: 'em-andamento',
  handled: 'tratado',
  not_ours: 'nao-e-nosso',
  accepted: 'aceito',
} as const
const STATE_NAMES = ['new', 'in_progress', 'handled', 'not_ours', 'accepted'] as const
type StateName = (typeof STATE_NAMES)[number]
const FILTERS: Readonly<Record<'open' | 'closed' | StateName, readonly (typeof CASE_STATES)[number][]>> = {
  open: CASE_STATES.filter((state) => !CLOSED_STATES.includes(state)),
  closed: CLOSED_STATES,
  new: [STATES.new],
  in_progress: [STATES.in_progress],
  handled: [STATES.handled],
  not_ours: [STATES.not_ours],
  accepted: [STATES.accepted],
}

const caseSchema = object({
  id: string(),
  address_id: string(),
  address: string(),
  source: object({ name: string(), title: nullable(string()) }),
  state: oneOf(STATE_NAMES),
  due_on: nullable(string()),
  note: string(),
  /** 0 before any change. */
  version: int(),
  severity: severitySchema,
  last_seen: nullable(string()),
  changed_at: nullable(string()),
  /** When newer evidence opened it again. */
  reopened_at: nullable(string()),
  /** The newest notice to the person, or `null`. */
  notice: noticeNameSchema,
})
type CaseJson = Infer<typeof caseSchema>
const pageSchema = object({ data: array(caseSchema), next: nullable(string()), more: boolean() })

const ID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const PLACE = String.raw`\.[\da-f]{32}`
const querySchema = object({
  cursor: optional(string().check(regex(new RegExp(`^${ID}(?:${PLACE})?$`), 'is no cursor of an answer'))),
  limit: limitSchema,
  state: optional(oneOf(['open', 'closed', ...STATE_NAMES])),
})
const { versao: version, prazo: due_on, nota: note } = changeCaseBodySchema.shape
/** Absent fields stay unchanged. Unknown fields are refused: callers would believe in a change. */
const changeSchema = strictObject({ version, state: optional(oneOf(STATE_NAMES)), due_on, note })
const changedSchema = looseObject({ ...problemSchema.shape, case: caseSchema })

const textOf = ({ monitoredId, place }: { readonly monitoredId: string; readonly place: string | undefined }) =>
  place === undefined ? monitoredId : `${monitoredId}.${place}`
const keyOf = (text: string) => {
  const [monitoredId = '', place] = text.split('.')
  return { monitoredId, place }
}
const CASE_ID = new RegExp(`^${ID}${PLACE}$`)
const NO_CASE = () => new Problem(404, 'There is no such case among those that your key reaches.')
const caseKeyOf = (id: string): CaseKey => {
  const { monitoredId, place } = keyOf(id)
  if (!CASE_ID.test(id) || place === undefined) throw NO_CASE()
  return { monitoredId, place }
}

/** Cases for other systems, without people's names (M-REST-7, M-REST-8). */
export const caseRoutes: FastifyPluginCallbackZod<CaseParts> = (app, { database, clock }, done) => {
  const feed = createCaseFeed(database)
  const told = async ({ organisationId }: KeyTenant, rows: readonly FeedCase[]): Promise<CaseJson[]> => {
    const ids = [...new Set(rows.map(({ monitoredId }) => monitoredId))]
    const now = clock()
    const judged = await judgeAddresses(database, { organisationId, ids, today: saoPauloDay(now) })
    return rows.map((row) => {
      const notice = noticeOf(row, now)
      const { lastSeen, severity } = judged(row.monitoredId).sources.get(row.source) ?? {}
      return {
        id: textOf(row),
        address_id: row.monitoredId,
        address: row.address,
        source: { name: row.source, title: row.title },
        state: STATE_NAMES.find((name) => STATES[name] === row.state) ?? 'new',
        due_on: row.dueOn,
        note: row.note,
        version: row.version,
        severity: severityJson(severity ?? { nivel: 'nenhuma', pontos: 0 }),
        last_seen: lastSeen ?? null,
        changed_at: row.changedAt,
        reopened_at: row.reopenedAt,
        notice: noticeName(notice),
      }
    })
  }
  const found = async (request: FastifyRequest, id: string): Promise<FeedCase> => {
    const row = await feed.find(keyTenantOf(request), caseKeyOf(id))
    if (row === undefined) throw NO_CASE()
    return row
  }
  const toldNow = async (request: FastifyRequest, id: string): Promise<CaseJson> => {
    const [one] = await told(keyTenantOf(request), [await found(request, id)])
    if (one === undefined) throw NO_CASE()
    return one
  }

  app.get(
    '/cases',
    {
      schema: {
        summary: 'The cases of the organisation: each is an address in a source',
        security: keySecurity,
        querystring: querySchema,
        response: { 200: pageSchema, ...keyFailures },
      },
      config: { keyScope: 'cases:read' },
    },
    async (request) => {
      const tenant = keyTenantOf(request)
      const { cursor = FIRST_ID, limit, state } = request.query
      const states = state === undefined ? CASE_STATES : FILTERS[state]
      const page = await feed.page(tenant, { after: keyOf(cursor), limit: limitOf(limit), states })
      const next = page.next === undefined ? null : textOf(page.next)
      return { data: await told(tenant, page.cases), next, more: next !== null }
    },
  )

  const one = { security: keySecurity, params: object({ id: string() }) }
  app.get(
    '/cases/:id',
    {
      schema: { summary: 'A case', ...one, response: { 200: caseSchema, ...keyFailures, 404: problemSchema } },
      config: { keyScope: 'cases:read' },
    },
    (request) => toldNow(request, request.params.id),
  )
  app.patch(
    '/cases/:id',
    {
      schema: {
        summary: 'Change a case of the version that was read',
        description: 'A case that has another version by now is refused with 409, and told as it is in `case`.',
        ...one,
        body: changeSchema,
        response: { 200: caseSchema, ...keyFailures, 404: problemSchema, 409: changedSchema },
      },
      config: { keyScope: 'cases:write' },
    },
    async (request) => {
      const { organisationId, keyId } = keyTenantOf(request)
      const { monitoredId, source } = await found(request, request.params.id)
      const { version: versao, state, due_on: prazo, note: nota } = request.body
      const act = { organisationId, by: null, keyId, actor: actorOf(request), at: clock() }
      const ref = { endereco: monitoredId, fonte: source, versao }
      const changed = await changeCases(database, act, [ref], { estado: state && STATES[state], prazo, nota })
      const refused = changed?.recusados[0]?.motivo
      if (changed === undefined || refused === 'nao-existe') throw NO_CASE()
      const now = await toldNow(request, request.params.id)
      if (refused !== undefined)
        throw new Problem(409, `The case has been changed since: it has version ${now.version}.`, {
          type: CASE_CHANGED_PROBLEM,
          extensions: { case: now },
        })
      return now
    },
  )
  done()
}
