import { networkOf, Problem } from '@atalaia/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod'
import { array, enum as oneOf, maxLength, nullish, object, optional, regex, string, union } from 'zod/mini'
import { limitNetworks } from '../base/access/call-limits.ts'
import type { RouteParts } from '../base/parts.ts'
import { PLAIN_HEADERS } from '../base/plain-page.ts'
import { endedPage, noticePage, PAGE_ACTS, sealedPage, type PageAct, type PageNews } from './page.ts'
import type { PersonActs } from './person-acts.ts'
import type { PersonalNotice } from './person-repository.ts'

type PageParts = Pick<RouteParts, 'brand' | 'shares' | 'callLimits'> & { readonly acts: PersonActs }

const PATH = '/avisos/pagina'
const MAX_STEPS = 40

const querystring = object({ codigo: string().check(regex(/^[\w-]{43}$/)) })
const step = string().check(maxLength(60))
const body = nullish(
  object({
    acao: optional(oneOf(PAGE_ACTS)),
    passo: optional(union([step, array(step).check(maxLength(MAX_STEPS))])),
    texto: optional(string().check(maxLength(2000))),
  }),
)
const config = {
  failures: 'text',
  invalid: { status: 404, message: 'Este link está incompleto. Abra de novo o link do e-mail, inteiro.' },
} as const

const outcomeOf = async (work: Promise<unknown>, act: PageAct): Promise<PageNews> => {
  try {
    await work
    return { isAsked: act === 'pergunta' }
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return { failure: error.detail }
    throw error
  }
}

/** P-NOTICE-7 */
export const pageRoutes: FastifyPluginCallbackZod<PageParts> = (app, { acts, brand, shares, callLimits }, done) => {
  limitNetworks(app, callLimits.entrances)
  const findNotice = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    await shares.enter(request, reply, `network ${networkOf(request.ip)}`)
    reply.headers(PLAIN_HEADERS)
    try {
      return await acts.find({ token })
    } catch (error) {
      if (error instanceof Problem && error.status === 404) return undefined
      throw error
    }
  }
  type Sent = { readonly passo?: string | readonly string[] | undefined; readonly texto?: string | undefined }
  const perform = async (notice: PersonalNotice, act: PageAct, { passo = [], texto = '' }: Sent): Promise<unknown> => {
    switch (act) {
      case 'abrir':
        return acts.open(notice)
      case 'passos':
        return acts.tick(notice, [passo].flat())
      case 'declarada':
      case 'nao-e-meu':
        return acts.answer(notice, act)
      case 'pergunta':
        return acts.ask(notice, texto)
      case 'parar':
      case 'voltar':
        return acts.stop(notice, act === 'parar')
    }
  }
  app.get(
    PATH,
    { schema: { summary: 'A closed notice, by the link of a mail', querystring }, config },
    async (request, reply) => {
      const notice = await findNotice(request, reply, request.query.codigo)
      return notice ? reply.send(sealedPage(brand, notice.language)) : reply.code(404).send(endedPage(brand))
    },
  )
  app.post(
    PATH,
    { schema: { summary: 'A notice as a page without scripts, and its answers', querystring, body }, config },
    async (request, reply) => {
      const notice = await findNotice(request, reply, request.query.codigo)
      if (notice === undefined) return reply.code(404).send(endedPage(brand))
      const { acao = 'abrir', ...sent } = request.body ?? {}
      const news = await outcomeOf(perform(notice, acao, sent), acao)
      const changed = await acts.find({ token: request.query.codigo })
      return reply.send(noticePage(await acts.show(changed), news, brand))
    },
  )
  done()
}
