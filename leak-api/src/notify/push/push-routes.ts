import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { newPushBrowserBodySchema, ownPushSchema, pushSettingSchema, type OwnPush } from '@atalaia/contracts/push'
import type { Database, Queryable } from '@atalaia/database'
import { Problem, problemSchema, type RateLimits } from '@atalaia/server'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { object, parse, string } from 'zod/mini'
import { authenticationFailures, memberOf, security, sessionOf, SESSION_ENDED } from '../../base/access/caller.ts'
import { deviceOf } from '../../accounts/device.ts'
import { changeAlertSettingIn, readAlertSetting, type AlertMember } from '../alerts/alert-settings.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { recordActs, recordAudit, type AuditAct } from '../../base/audit/record-audit.ts'
import type { CallRules } from '../../base/called-address.ts'
import { HOUR_MS, type Clock } from '../../base/clock.ts'
import type { KeyRing } from '../../base/key-ring.ts'
import { isUuid } from '../../numbers/exposure/exposure-repository.ts'
import { lockOrganisations } from '../../base/people/accounts-repository.ts'
import { tooManyRequests } from '../../base/problems.ts'
import { lostEntry, createSubscriptionsRepository, MAX_BROWSERS } from './subscriptions-repository.ts'
import { testPush } from './push-content.ts'
import { enqueuePush, endpointProblem } from './send-pushes.ts'
import { createVapidKeys } from '../../base/installation-keys/vapid-keys.ts'

export type PushRouteParts = {
  readonly database: Database
  readonly limits: RateLimits
  readonly ring: KeyRing
  /** Default: the Internet, over https. */
  readonly webhookRules?: CallRules | undefined
  readonly clock: Clock
}

/** M-PUSH-6 */
const CHANGES_PER_HOUR = 60
const FIRST = { frequencia: 'imediata', gravidade_minima: 'baixa' } as const
const ALERTS_PAGE = `${PRODUCT_ROUTES.analytics}/alertas`

const response = { 200: ownPushSchema, ...authenticationFailures, 404: problemSchema, 422: problemSchema }
const params = object({ id: string() })
const OWN = { operation: 'alerts:own' } as const
const CHANGES = {
  ...OWN,
  invalid: { status: 422, message: 'Este navegador não deu um endereço para avisos.' },
} as const

const unknownBrowser = () => new Problem(404, 'Este navegador não está entre os seus.')
const idIn = ({ id }: { readonly id: string }): string => {
  if (!isUuid(id)) throw unknownBrowser()
  return id
}

const membership = (request: FastifyRequest): AlertMember => {
  const { accountId, organisationId } = memberOf(request)
  return { accountId, organisationId }
}
const record = (transaction: Queryable, request: FastifyRequest, act: Pick<AuditAct, 'action' | 'target' | 'at'>) =>
  recordAudit(transaction, { organisationId: memberOf(request).organisationId, actor: actorOf(request), ...act })

/** For sessions of our own pages alone (M-PUSH-1). */
export const pushRoutes: FastifyPluginCallbackZod<PushRouteParts> = (app, parts, done) => {
  const { database, limits, ring, webhookRules: rules = { http: false, local: false }, clock } = parts
  const vapidKeys = createVapidKeys(database, ring)
  const changes = limits.window({ name: 'push-changes', points: CHANGES_PER_HOUR, windowMs: HOUR_MS })
  const read = async (on: Queryable, member: AlertMember): Promise<OwnPush> => {
    const setting = await readAlertSetting(on, member, 'push')
    if (setting === undefined) throw new Problem(401, SESSION_ENDED)
    const browsers = await createSubscriptionsRepository(on, ring).list(member)
    return {
      chave: (await vapidKeys()).publicKey,
      ...(setting.frequencia === 'nunca' ? FIRST : parse(pushSettingSchema, setting)),
      navegadores: browsers.map(({ id, device, since, sentAt, mark }) => ({
        id,
        aparelho: device,
        desde: since,
        ultimo_envio: sentAt,
        marca: mark,
      })),
    }
  }
  /** Also holds the organisations about which the browser tells other people. */
  const change = async (
    request: FastifyRequest,
    work: (transaction: Queryable, member: AlertMember, at: Date) => Promise<void>,
    endpoint?: string,
  ): Promise<OwnPush> => {
    const member = membership(request)
    const { accountId, organisationId } = member
    const allowed = await changes.consume(accountId)
    if (!allowed.ok) throw tooManyRequests(allowed)
    /** False: the lock order would differ. */
    const tryOnce = () =>
      database.transaction(async (transaction) => {
        const subscriptions = createSubscriptionsRepository(transaction, ring)
        const others = async (): Promise<readonly string[]> =>
          endpoint === undefined ? [] : subscriptions.othersOf(accountId, endpoint)
        const seen = await others()
        await lockOrganisations(transaction, [organisationId, ...seen])
        if ((await others()).some((id) => !seen.includes(id))) return false
        await work(transaction, member, clock())
        return true
      })
    while (!(await tryOnce()));
    return read(database, member)
  }

  app.get(
    '/alertas/push',
    { schema: { summary: 'The browsers that show alerts of the caller', security, response }, config: OWN },
    (request) => read(database, membership(request)),
  )
  app.post(
    '/alertas/push',
    {
      schema: { summary: 'Change when browsers show alerts', security, body: pushSettingSchema, response },
      config: OWN,
    },
    (request) =>
      change(request, async (transaction, member, at) => {
        const actor = actorOf(request)
        const set = { ...member, ...request.body, channel: 'push', actor, at } as const
        if ((await changeAlertSettingIn(transaction, set)) === undefined) throw new Problem(401, SESSION_ENDED)
      }),
  )
  app.post(
    '/alertas/push/navegadores',
    {
      schema: { summary: 'Have a browser show alerts', security, body: newPushBrowserBodySchema, response },
      config: CHANGES,
    },
    (request) =>
      change(
        request,
        async (transaction, member, at) => {
          const { endereco: endpoint, p256dh, auth } = request.body
          const problem = endpointProblem(endpoint, rules)
          if (problem !== undefined) throw new Problem(422, problem)
          const subscriptions = createSubscriptionsRepository(transaction, ring)
          const setting = await readAlertSetting(transaction, member, 'push')
          if (setting === undefined) throw new Problem(401, SESSION_ENDED)
          const before = await subscriptions.list(member)
          const device = deviceOf(request.headers['user-agent'])
          const sessionId = sessionOf(request)?.id
          const taken = await subscriptions.takeFromOthers(member.accountId, endpoint)
          const id = await subscriptions.add({ ...member, sessionId, device, target: { endpoint, p256dh, auth }, at })
          if (id === 'limit-reached') throw new Problem(422, `São no máximo ${MAX_BROWSERS} navegadores.`)
          const isNew = before.every((browser) => browser.id !== id)
          const target = { kind: 'browser', id, name: device } as const
          const actor = actorOf(request)
          const added = { action: 'push.added', actor, target, at } as const
          // All logs at once. The setting is changed after them, under the lock of its organisation.
          await recordActs(transaction, [
            ...taken.map((lost) => lostEntry('push.taken', lost, at)),
            ...(isNew ? [{ organisationIds: [member.organisationId], act: added }] : []),
          ])
          if (before.length > 0) return
          const first = setting.frequencia === 'nunca' ? FIRST : {}
          await changeAlertSettingIn(transaction, { ...member, ...first, channel: 'push', isNew: true, actor, at })
        },
        request.body.endereco,
      ),
  )
  app.post(
    '/alertas/push/navegadores/:id/remover',
    { schema: { summary: 'Have a browser show no more alerts', security, params, response }, config: OWN },
    (request) =>
      change(request, async (transaction, member, at) => {
        const id = idIn(request.params)
        const device = await createSubscriptionsRepository(transaction, ring).remove(member, id)
        if (device === undefined) throw unknownBrowser()
        await record(transaction, request, {
          action: 'push.removed',
          target: { kind: 'browser', id, name: device },
          at,
        })
      }),
  )
  app.post(
    '/alertas/push/navegadores/:id/teste',
    { schema: { summary: 'Send a browser an alert for a test', security, params, response }, config: OWN },
    (request) =>
      change(request, async (transaction, member, at) => {
        const browser = idIn(request.params)
        const test = { ...member, kind: 'push-test', content: testPush(ALERTS_PAGE), at, browser } as const
        if ((await enqueuePush(transaction, test)) === 0) throw unknownBrowser()
      }),
  )
  done()
}
