import { serverMessage, type HttpFailure } from '@atalaia/contracts'

/** The longest message of the server that is shown, in characters: it has one line. */
const MAX_MESSAGE_LENGTH = 200

/** The reason of a failed call, in one line: the server's own message or, without an answer, a sentence about it. */
export const failureReason = (failure: HttpFailure): string | undefined => {
  switch (failure.kind) {
    case 'status':
      return shortMessage(failure.body)
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

const shortMessage = (body: unknown): string | undefined => {
  const message = serverMessage(body)
  return message !== undefined && message.length <= MAX_MESSAGE_LENGTH ? message : undefined
}
