import { createHash } from 'node:crypto'
import type { Database } from '@atalaia/database'
import { contentPolicy, networkOf, Problem } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, optional, regex, string, type infer as Infer } from 'zod/mini'
import { authenticationFailures, memberOf, security, SESSION_ENDED } from '../../base/access/caller.ts'
import type { FairShares } from '../../base/access/fair-shares.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import type { Clock } from '../../base/clock.ts'
import {
  alertedIn,
  alertSettingSchema,
  changeAlertSetting,
  ownAlertSettingSchema,
  readAlertSetting,
  type AlertMember,
} from './alert-settings.ts'
import { STOP_PATH, type StopLinks } from './stop-link.ts'

type AlertRouteParts = { readonly database: Database; readonly clock: Clock }

/** Alerts of the person who asks, about the organisation of the session: for sessions of our own pages alone. */
export const alertRoutes: FastifyPluginCallbackZod<AlertRouteParts> = (app, { database, clock }, done) => {
  const response = { 200: ownAlertSettingSchema, ...authenticationFailures }
  const read = async (member: AlertMember) => {
    const setting = await readAlertSetting(database, member)
    if (setting === undefined) throw new Problem(401, SESSION_ENDED)
    return setting
  }
  const config = { operation: 'alerts:own' } as const
  app.get(
    '/alertas',
    { schema: { summary: 'When the caller gets alerts by mail', security, response }, config },
    (request) => read(memberOf(request)),
  )
  // Pages post: their client has no other way to write.
  for (const method of ['PUT', 'POST'] as const)
    app.route({
      method,
      url: '/alertas',
      schema: { summary: 'Change when the caller gets alerts', security, body: alertSettingSchema, response },
      config,
      handler: async (request) => {
        const { accountId, organisationId } = memberOf(request)
        const change = { accountId, organisationId, actor: actorOf(request), at: clock() }
        await changeAlertSetting(database, { ...change, ...request.body })
        return read({ accountId, organisationId })
      },
    })
  done()
}

type StopParts = AlertRouteParts & {
  readonly links: Pick<StopLinks, 'accepts'>
  readonly brand: string
  readonly shares: FairShares
}

const UNUSABLE = 'Este link não é válido. Abra o do email mais recente, ou mude os avisos no painel.'
const uuid = regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const querystring = object({
  conta: string().check(uuid),
  organizacao: optional(string().check(regex(/^\d{1,18}$/))),
  assinatura: string().check(maxLength(100)),
})
const config = { failures: 'text', invalid: { status: 403, message: UNUSABLE } } as const

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:32rem;margin:15vh auto;padding:0 24px}' +
  'button{font:inherit;font-weight:600;padding:12px 20px;border:0;border-radius:6px;background:#1c5fd1;color:#fff}'
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': contentPolicy({
    'default-src': ["'none'"],
    'style-src': [`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  }),
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'same-origin',
}

const pageOf = (brand: string, content: string) =>
  '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<title>Avisos por email</title><style>${STYLE}</style></head><body><main><h1>Avisos por email</h1>${content}` +
  `<p>${brand.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p></main></body></html>`
const ASK = `<p>Os avisos de vazamentos novos deixam de chegar a esta caixa de correio.</p>
<form method="post"><button>Parar avisos</button></form>`
const STOPPED = '<p role="status">Pronto: os avisos pararam. No painel você pode ligá-los de novo.</p>'

/**
 * The link of a mail that stops alerts. A mail program's POST stops them at once (RFC 8058); a GET asks first, because mail
 * filters follow links.
 */
export const stopRoutes: FastifyPluginCallbackZod<StopParts> = (
  app,
  { database, links, brand, shares, clock },
  done,
) => {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null))
  const enter = async (request: FastifyRequest<{ Querystring: Infer<typeof querystring> }>, reply: FastifyReply) => {
    if (!links.accepts(request.query)) throw new Problem(403, UNUSABLE)
    await shares.enter(request, reply, `network ${networkOf(request.ip)}`)
    reply.headers(HEADERS)
  }
  app.get(
    STOP_PATH,
    { schema: { summary: 'A page that stops alerts, by the signed link of a mail', querystring }, config },
    async (request, reply) => {
      await enter(request, reply)
      return reply.send(pageOf(brand, ASK))
    },
  )
  app.post(
    STOP_PATH,
    { schema: { summary: 'Stop alerts, by the signed link of a mail (RFC 8058)', querystring }, config },
    async (request, reply) => {
      await enter(request, reply)
      const { conta: accountId, organizacao } = request.query
      const change = { accountId, actor: actorOf(request), at: clock(), frequencia: 'nunca' } as const
      for (const organisationId of organizacao === undefined ? await alertedIn(database, accountId) : [organizacao])
        await changeAlertSetting(database, { ...change, organisationId })
      return reply.send(pageOf(brand, STOPPED))
    },
  )
  done()
}
