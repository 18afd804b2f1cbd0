import { networkOf, Problem } from '@atalaia/server'
import { sql } from '@atalaia/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { maxLength, object, optional, regex, string, type infer as Infer } from 'zod/mini'
import type { FairShares } from '../../base/access/fair-shares.ts'
import { maskAddress } from '../../base/address.ts'
import { PLAIN_HEADERS } from '../../base/plain-page.ts'
import { actorOf } from '../../base/audit/actor-of.ts'
import { alertedIn, changeAlertSetting, readAlertSetting } from './alert-settings.ts'
import type { AlertRouteParts } from './alert-routes.ts'
import { askPage, changedPage, type Stopped } from './stop-page.ts'
import { STOP_PATH, type StopLinks } from './stop-link.ts'

type StopParts = AlertRouteParts & {
  readonly links: Pick<StopLinks, 'accepts'>
  readonly brand: string
  readonly shares: FairShares
}

const UNUSABLE = 'Este link não é válido. Abra o do e-mail mais recente, ou mude os avisos no painel.'
const uuid = regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const querystring = object({
  conta: string().check(uuid),
  organizacao: optional(string().check(regex(/^\d{1,18}$/))),
  assinatura: string().check(maxLength(100)),
})
type Link = Infer<typeof querystring>
/** True when the person chose weekly alerts on the page. A mail program's POST stops them (RFC 8058). */
const isWeekly = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && 'frequencia' in sent && sent.frequencia === 'semanal'
const config = { failures: 'text', invalid: { status: 403, message: UNUSABLE } } as const

const OFTEN: readonly string[] = ['imediata', 'diaria']

/**
 * The link of a mail that stops alerts, or has them come once a week (M-ALERT-5). A mail program's POST stops them at once
 * (RFC 8058); a GET asks first, because mail filters follow links.
 */
export const stopRoutes: FastifyPluginCallbackZod<StopParts> = (
  app,
  { database, links, brand, shares, clock },
  done,
) => {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null))
  const enter = async (request: FastifyRequest<{ Querystring: Link }>, reply: FastifyReply) => {
    if (!links.accepts(request.query)) throw new Problem(403, UNUSABLE)
    await shares.enter(request, reply, `network ${networkOf(request.ip)}`)
    reply.headers(PLAIN_HEADERS)
  }
  const settingsOf = async ({ conta: accountId, organizacao }: Link) => {
    const ids = organizacao === undefined ? await alertedIn(database, accountId) : [organizacao]
    const settings = []
    for (const organisationId of ids) {
      const setting = await readAlertSetting(database, { accountId, organisationId })
      if (setting) settings.push({ ...setting, organisationId })
    }
    return settings
  }
  const shownOf = async (settings: Awaited<ReturnType<typeof settingsOf>>): Promise<Stopped> => {
    const named = await database.query(
      object({ name: string() }),
      sql`SELECT name FROM organisation WHERE id = ANY(${settings.map(({ organisationId }) => organisationId)}::bigint[]) AND name <> '' ORDER BY id`,
    )
    return {
      mailbox: maskAddress(settings[0]?.para ?? ''),
      organisations: named.map(({ name }) => name),
      isOften: settings.some(({ frequencia }) => OFTEN.includes(frequencia)),
    }
  }
  app.get(
    STOP_PATH,
    { schema: { summary: 'A page that stops alerts, by the signed link of a mail', querystring }, config },
    async (request, reply) => {
      await enter(request, reply)
      return reply.send(askPage(brand, await shownOf(await settingsOf(request.query))))
    },
  )
  app.post(
    STOP_PATH,
    { schema: { summary: 'Stop alerts, by the signed link of a mail (RFC 8058)', querystring }, config },
    async (request, reply) => {
      await enter(request, reply)
      const weekly = isWeekly(request.body)
      const settings = await settingsOf(request.query)
      const change = { accountId: request.query.conta, actor: actorOf(request), at: clock() }
      for (const { organisationId, frequencia } of settings)
        // A link turns nothing on, and makes nothing more frequent.
        if (!weekly || OFTEN.includes(frequencia))
          await changeAlertSetting(database, { ...change, organisationId, frequencia: weekly ? 'semanal' : 'nunca' })
      return reply.send(changedPage(brand, await shownOf(settings), weekly))
    },
  )
  done()
}
