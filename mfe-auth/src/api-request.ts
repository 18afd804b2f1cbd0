import { isProxyPage, serverMessage, type HttpFailure, type Parser, type PublicConfig } from '@atalaia/contracts'

/**
 * Without a backend, if the configuration allows it: requests succeed without a call (P-SESSION-13,
 * P-SESSION-14).
 */
export const isDemo = ({ demo, apiUrl }: PublicConfig): boolean => demo && apiUrl === null

export const anyAnswer: Parser<unknown> = { safeParse: (data) => ({ success: true, data }) }

/** In characters. */
const MAX_MESSAGE_LENGTH = 500

/**
 * The server's message (P-REGISTER-9), else a sentence about the failure (P-LOGIN-8, P-ERROR-1,
 * P-ERROR-27).
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
      if (isProxyPage(failure.body)) return proxyText(failure.status)
      return serverMessage(failure.body)?.slice(0, MAX_MESSAGE_LENGTH) ?? statusText(failure.status)
  }
}

/** Without the body: it may repeat typed text. */
export const failureDetail = (failure: HttpFailure) =>
  failure.kind === 'status' ? { kind: failure.kind, status: failure.status } : { kind: failure.kind }

/** Type (RFC 9457) of a refusal. */
export const problemType = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined

const proxyText = (status: number): string =>
  `Algo entre esta página e o servidor, como um proxy ou filtro da rede, respondeu no lugar dele (código ${status}). Tente de novo; se continuar, avise quem cuida da rede.`

const statusText = (status: number): string => {
  if (status === 401 || status === 403) return 'Usuário ou senha incorretos.'
  if (status === 429) return 'Foram muitas tentativas. Aguarde um pouco e tente de novo.'
  if (status >= 500) return 'O servidor não conseguiu atender agora. Tente de novo em instantes.'
  return `O servidor recusou o pedido (código ${status}).`
}
