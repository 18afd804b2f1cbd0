import { GATEWAY_ADDRESSES } from '@atalaia/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  pathOf,
  QUESTION_TIMEOUT_S,
  readOverrideRequest,
  readQuestion,
  signQuestion,
  type Grant,
  type OverrideRules,
} from '../overrides.ts'
import { ACCEPT, ANSWER_FIELD, QUESTION_FIELD, renderConsentPage } from './consent-page.ts'
import { isFromOwnPage, type Visitors } from '../visitor.ts'

/** The gateway's answer to an address instead of the page. */
export type Question =
  /** The person decides about `grant`, and continues at `clean` (path and query). */
  | { readonly status: 'asked'; readonly grant: Grant; readonly clean: string }
  | { readonly status: 'unreadable' | 'forbidden' }

/**
 * Asks before a page gets foreign code (M-OVERRIDE-7). Before a yes, nothing is stored and nothing
 * is fetched.
 */
export type Consent = {
  /**
   * Returns the question of this address, also when the session may not have the browser's
   * overrides (M-OVERRIDE-8). `undefined`: the page may be sent.
   */
  questionOf(request: FastifyRequest, address: URL): Question | undefined
  ask(question: Question, request: FastifyRequest, reply: FastifyReply): FastifyReply
  answer(form: URLSearchParams, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

export type ConsentOptions = OverrideRules & { readonly visitors: Visitors; readonly brand: string }

const PLAIN_TEXT = 'text/plain; charset=utf-8'
const REFUSALS = {
  unreadable: [400, 'O endereço da parte trocada não pode ser lido: ?remote=mfe-nome@http://localhost:4102\n'],
  forbidden: [403, 'Este endereço não pode trocar partes da página: o link não vale, ou venceu.\n'],
  unasked: [403, 'Esta resposta não vale mais neste navegador. Abra o link de novo.\n'],
} as const

/** The addresses carry keys. `same-origin` makes the browser send `Origin` with the answer. */
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } as const

const refuse = (reply: FastifyReply, why: keyof typeof REFUSALS) => {
  const [status, text] = REFUSALS[why]
  return reply.code(status).headers(HEADERS).type(PLAIN_TEXT).send(text)
}

export const createConsent = ({ visitors, brand, ...rules }: ConsentOptions): Consent => ({
  questionOf: (request, address) => {
    const before = visitors.grantOf(request)
    const claimed = visitors.claimsSession(request)
    const asked = readOverrideRequest(address, before, rules)
    if (asked.status === 'allowed') {
      const { overrides, until, clean } = asked
      const grant = { overrides: [...overrides], ...(until !== undefined && { until }), session: claimed }
      return { status: 'asked', grant, clean }
    }
    if (asked.status !== 'none') return { status: asked.status }
    const pending = before !== undefined && before.overrides.length > 0 && claimed && !before.session
    if (!pending) return undefined
    return {
      status: 'asked',
      grant: { ...before, session: true },
      clean: pathOf(address.pathname, address.searchParams),
    }
  },

  ask: (question, request, reply) => {
    if (question.status !== 'asked') return refuse(reply, question.status)
    const nonce = visitors.newNonce(request, reply)
    const ends = Date.now() + QUESTION_TIMEOUT_S * 1000
    const field = signQuestion({ grant: question.grant, clean: question.clean, nonce, ends }, rules.secret)
    const { html, policy } = renderConsentPage({ brand, grant: question.grant, field })
    return reply
      .headers({
        ...HEADERS,
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(html)
  },

  answer: (form, request, reply) => {
    const question = readQuestion(form.get(QUESTION_FIELD) ?? undefined, visitors.nonceOf(request), rules.secret)
    if (!isFromOwnPage(request) || !question) return refuse(reply, 'unasked')
    visitors.dropNonce(request, reply)
    if (form.get(ANSWER_FIELD) === ACCEPT) visitors.keepGrant(question.grant, request, reply)
    else if (!visitors.grantOf(request)?.session && visitors.claimsSession(request)) visitors.dropGrant(request, reply)
    return reply.headers(HEADERS).redirect(question.clean, 303)
  },
})

/** The form has one long field: the question. */
const MAX_FORM_BYTES = 32 * 1024

const answerForm = z.instanceof(URLSearchParams).optional()

/** `POST /-/overrides/answer`: 403 for an answer without a question to this browser. */
export const consentRoute = async (root: FastifyInstance, consent: Consent): Promise<void> => {
  await root.register(async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    app
      .withTypeProvider<ZodTypeProvider>()
      .post(GATEWAY_ADDRESSES.answerOverrides, { schema: { body: answerForm } }, async (request, reply) =>
        consent.answer(request.body ?? new URLSearchParams(), request, reply),
      )
  })
}
