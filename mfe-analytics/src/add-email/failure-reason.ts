import type { HttpFailure } from '@atalaia/contracts'

/** What the server says of a refusal, when it says it in words that fit on a line. */
export const failureReason = (failure: HttpFailure): string | undefined => {
  switch (failure.kind) {
    case 'status':
      return sentence(failure.body) ?? sentence(messageOf(failure.body))
    case 'timeout':
      return 'O servidor não respondeu a tempo.'
    case 'network':
      return 'Sem conexão com o servidor.'
    case 'disabled':
      return 'Não há servidor nesta demonstração.'
    case 'malformed':
      return undefined
  }
}

const sentence = (body: unknown) =>
  typeof body === 'string' && body.trim() !== '' && body.length <= 200 && !body.includes('<') ? body.trim() : undefined

const messageOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined
