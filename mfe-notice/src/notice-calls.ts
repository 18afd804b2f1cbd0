import type { HttpClient, HttpFailure, HttpResult, Parser } from '@atalaia/contracts'
import {
  evaluationSchema,
  NOTICE_ENDED_PROBLEM,
  personNoticeSchema,
  type NoticeAnswer,
} from '@atalaia/contracts/notices'

const anyAnswer: Parser<unknown> = { safeParse: (data) => ({ success: true, data }) }
const NO_API = { ok: false, failure: { kind: 'disabled' } } as const

export type NoticeCalls = ReturnType<typeof createNoticeCalls>

/** The person's calls. `token`: of the link; without it a portal's token names the person. */
export const createNoticeCalls = (http: HttpClient | undefined, token: string | undefined) => {
  const post = async <Value>(what: string, body: object, answer: Parser<Value>): Promise<HttpResult<Value>> =>
    http?.postJson(`/avisos/pessoa/${what}`, { ...(token !== undefined && { codigo: token }), ...body }, answer) ??
    NO_API
  return {
    open: () => post('abrir', {}, personNoticeSchema),
    tick: (done: readonly string[]) => post('passos', { feitos: done }, anyAnswer),
    evaluate: (blinded: string) => post('avaliar', { cego: blinded }, evaluationSchema),
    answer: (answer: NoticeAnswer) => post('resposta', { resposta: answer }, anyAnswer),
    ask: (text: string) => post('pergunta', { texto: text }, anyAnswer),
    stop: (isStopped: boolean) => post('parar', { parado: isStopped }, anyAnswer),
  }
}

/** The link is unknown or past its end. An older API answers 404 without this type. */
export const isEnded = (failure: HttpFailure): boolean =>
  failure.kind === 'status' && Object(failure.body).type === NOTICE_ENDED_PROBLEM

export const isExhausted = (failure: HttpFailure): boolean => failure.kind === 'status' && failure.status === 409
