import { serverMessage, type HttpFailure, type Parser, type PublicConfig } from '@atalaia/contracts'

/**
 * True where requests succeed without a call: without a backend, and only if the configuration allows it
 * (P-SESSION-13, P-SESSION-14).
 */
export const isDemo = ({ demo, apiUrl }: PublicConfig): boolean => demo && apiUrl === null

/** Accepts any answer: nothing of it is used. */
export const anyAnswer: Parser<unknown> = { safeParse: (data) => ({ success: true, data }) }

/** Longer messages of the server are cut, in characters. */
const MAX_MESSAGE_LENGTH = 500

/**
 * The text of a failed call for the person: the server's own message (P-REGISTER-9), else a sentence about what
 * happened (P-LOGIN-8, P-ERROR-1).
 */
export const failureText = (failure: HttpFailure): string => {
  switch (failure.kind) {
    case 'network':
      return 'Não foi possível falar com o servidor. Verifique sua conexão e tente de novo.'
    case 'timeout':
      return 'O servidor demorou demais para responder. Tente de novo em instantes.'
    case 'disabled':
      return 'Nenhum servidor está configurado nesta instalação.'
    case 'malformed':
      return 'O servidor deu uma resposta inesperada. Tente de novo em instantes.'
    case 'status':
      return serverMessage(failure.body)?.slice(0, MAX_MESSAGE_LENGTH) ?? statusText(failure.status)
  }
}

/** The details of a failed call for the log: never the body, which may repeat what was typed. */
export const failureDetail = (failure: HttpFailure) =>
  failure.kind === 'status' ? { kind: failure.kind, status: failure.status } : { kind: failure.kind }

/** The type (RFC 9457) in the body of a refusal. */
export const problemType = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined

const statusText = (status: number): string => {
  if (status === 401 || status === 403) return 'Usuário ou senha incorretos.'
  if (status === 429) return 'Foram muitas tentativas. Aguarde um pouco e tente de novo.'
  if (status >= 500) return 'O servidor não conseguiu atender agora. Tente de novo em instantes.'
  return `O servidor recusou o pedido (código ${status}).`
}
