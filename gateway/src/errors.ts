import { API_BASE, PROGRAM_API } from '@atalaia/contracts'
import {
  createErrorHandlers,
  Problem,
  sendProblem,
  sendProblemText,
  sendProgramProblem,
  type Failure,
  type FailureReply,
} from '@atalaia/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

/** Decodes an address like the router: `/%61pi/` is `/api/`. */
export const routedUrl = (url: string): string => {
  try {
    return url.includes('%') ? decodeURI(url) : url
  } catch {
    return url
  }
}

/** Addresses for programs. People see the answers of all other addresses. */
const isOwn = ({ url }: FastifyRequest) => routedUrl(url).startsWith('/-/')

const isApi = ({ url }: FastifyRequest) => routedUrl(url).startsWith(`${API_BASE}/`)

/** `/body/artifact/files` → `artifact.files`. */
const fieldOf = (pointer: string) => pointer.split('/').slice(2).join('.')

const explainOwn = (failure: Failure): string => {
  if (failure.kind === 'invalid')
    return failure.errors.map(({ pointer, detail }) => `${fieldOf(pointer)}: ${detail}`).join('; ')
  if (failure.kind === 'refused') return failure.message
  if (failure.kind === 'unavailable')
    return failure.outcome === 'none'
      ? 'the database of versions is not available now; nothing was changed, try again'
      : 'the database of versions is not available now, and whether the order was carried out is not known; see the history'
  return failure.kind === 'not-found' ? 'there is nothing at this address' : 'the gateway failed; its log says why'
}

const explainPage = (failure: Failure): string => {
  if (failure.kind === 'not-found') return 'Not found\n'
  return 'Algo deu errado. Tente de novo em instantes.\n'
}

const PROGRAMS = ['rest', 'hibp', 'scim'] as const

/** The protocol of an API address for programs. `undefined` for addresses of pages. */
const programOf = (url: string) =>
  PROGRAMS.find((program) => routedUrl(url).startsWith(`${API_BASE}${PROGRAM_API[program]}/`))

type ApiText = readonly [portuguese: string, english: string]

const BUSY: ApiText = [
  'Muitos pedidos ao mesmo tempo. Tente de novo em instantes.',
  'too many requests at the same time; try again shortly',
]
const API_TEXTS: Readonly<Record<number, ApiText>> = {
  400: ['Não entendemos o pedido. Recarregue a página e tente de novo.', 'the request is not understood'],
  404: ['Este endereço não existe na API.', 'there is nothing at this address'],
  408: ['O pedido demorou demais para chegar. Tente de novo.', 'the request took too long to arrive; try again'],
  413: ['O pedido é grande demais.', 'the request is too large'],
  415: ['O formato do pedido não é aceito.', 'the media type of the request is not accepted'],
  429: BUSY,
  500: ['Algo deu errado. Tente de novo em instantes.', 'the server failed; try again shortly'],
  502: [
    'O serviço não está disponível no momento. Tente de novo em instantes.',
    'the service is not available now; try again shortly',
  ],
  503: BUSY,
  504: [
    'O serviço demorou demais para responder. Tente de novo em instantes.',
    'the service took too long to answer; try again shortly',
  ],
}

const explainApi = (status: number, url: string): string => {
  const [portuguese, english] = API_TEXTS[status] ?? API_TEXTS[500] ?? ['', '']
  return programOf(url) === undefined ? portuguese : english
}

/** The gateway's own answer to a failed API call (M-FAIL-18). */
export const apiProblem = (status: number, url: string, headers: Readonly<Record<string, string>> = {}): Problem =>
  new Problem(status, explainApi(status, url), { headers: { 'cache-control': 'no-store', ...headers } })

/** Answers in the form of the protocol behind the address. */
export const sendApiProblem = <Reply extends FailureReply>(problem: Problem, reply: Reply, url: string): Reply =>
  sendProgramProblem[programOf(url) ?? 'rest'](problem, reply)

const explain = (failure: Failure, request: FastifyRequest): string => {
  if (isOwn(request)) return explainOwn(failure)
  return isApi(request) ? explainApi(failure.status, request.url) : explainPage(failure)
}

/**
 * Sets the schema checks of `app` and the form of its failures. Programs get problem details (RFC
 * 9457) or their protocol's form, people get plain Portuguese.
 */
export const setErrorAnswers = (app: FastifyInstance): void => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const { onError, onNotFound } = createErrorHandlers({
    explain: (failure, request) => ({ detail: explain(failure, request) }),
    send: (problem, reply, request) => {
      // What is not there now may be there once a version was promoted.
      reply.headers({ 'cache-control': 'no-store' })
      if (isApi(request)) return sendApiProblem(problem, reply, request.url)
      return isOwn(request) ? sendProblem(problem, reply) : sendProblemText(problem, reply)
    },
  })
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
}
