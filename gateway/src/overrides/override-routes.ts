import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSecure, type Visitors } from '../browser/visitors.ts'
import { grantCookie, parseOverride, readOverrideKey, resetCookie, type Grant } from './override-link.ts'

export type OverrideOptions = {
  readonly visitors: Visitors
  readonly secret: string
  readonly overridable: boolean
}

/** `POST /-/overrides/reset`, and the `?remote=` of any page. */
export const overrideRoutes = (app: FastifyInstance): void => {
  app.post('/-/overrides/reset', (request, reply) =>
    reply
      .code(204)
      .headers({ 'set-cookie': resetCookie(isSecure(request)), 'cache-control': 'no-store' })
      .send(),
  )
}

const forbidden = 'Este endereço não pode trocar partes da página: o link não vale, ou venceu.\n'
const unreadable = 'O endereço da parte trocada não pode ser lido: ?remote=mfe-nome@http://localhost:4102\n'

/** Keeps what the address overrides for this browser and leads to the clean address; `false` when it says nothing. */
export const takeOverride = (
  request: FastifyRequest,
  reply: FastifyReply,
  { visitors, secret, overridable }: OverrideOptions,
): boolean => {
  const address = new URL(request.url, 'http://page')
  const asked = address.searchParams.getAll('remote')
  if (asked.length === 0) return false
  const now = Date.now()
  const key = readOverrideKey(address.searchParams.get('override-key') ?? undefined, secret, now)
  const wanted = asked.map(parseOverride).filter((override) => override !== undefined)
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  if (wanted.length < asked.length) {
    void reply.code(400).type('text/plain; charset=utf-8').send(unreadable)
    return true
  }
  const allowed = (grant: Grant) =>
    wanted.every(({ remote, url }) => grant.overrides.some((one) => one.remote === remote && one.url === url))
  if (!overridable && !(key && allowed(key))) {
    void reply.code(403).type('text/plain; charset=utf-8').send(forbidden)
    return true
  }
  const before = visitors.grantOf(request)
  const replaced = new Set(wanted.map(({ remote }) => remote))
  const overrides = [...(before?.overrides ?? []).filter(({ remote }) => !replaced.has(remote)), ...wanted]
  const ends = [before?.until, key?.until].filter((until) => until !== undefined)
  const grant = { overrides, ...(ends.length > 0 && { until: Math.min(...ends) }) }
  address.searchParams.delete('remote')
  address.searchParams.delete('override-key')
  void reply
    .header('set-cookie', grantCookie(grant, secret, isSecure(request)))
    .redirect(`${address.pathname.replace(/^\/+/, '/')}${address.search}`, 303)
  return true
}
