import type { HttpFailure } from '@atalaia/contracts'

const MAX_SERVER_TEXT = 500

/** What the person reads when a call failed: the server's own words, else a sentence about what happened. */
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
      return serverText(failure.body) ?? statusText(failure.status)
  }
}

/** What the operator reads of it: never the body, which may repeat what was typed. */
export const failureDetail = (failure: HttpFailure) =>
  failure.kind === 'status' ? { kind: failure.kind, status: failure.status } : { kind: failure.kind }

const serverText = (body: unknown): string | undefined => {
  const text = typeof body === 'string' ? body : messageOf(body)
  // A proxy on the way answers with a page of its own: its markup says nothing to a person.
  if (!text || text.trimStart().startsWith('<')) return undefined
  return text.trim().slice(0, MAX_SERVER_TEXT) || undefined
}

const messageOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : undefined

const statusText = (status: number): string => {
  if (status === 401 || status === 403) return 'Usuário ou senha incorretos.'
  if (status === 429) return 'Foram muitas tentativas. Aguarde um pouco e tente de novo.'
  if (status >= 500) return 'O servidor não conseguiu atender agora. Tente de novo em instantes.'
  return `O servidor recusou o pedido (código ${status}).`
}
