import { serverMessage, type HttpFailure } from '@atalaia/contracts'
import type { Language } from '../language/language.ts'

/** The longest message of the server that is shown, in characters: it has one line. */
const MAX_MESSAGE_LENGTH = 200

/** The reason of a failed call, in one line: the server's own message or, without an answer, a sentence about it. */
export const failureReason = (failure: HttpFailure, t: Language['t']): string | undefined => {
  switch (failure.kind) {
    case 'status':
      return shortMessage(failure.body)
    case 'timeout':
      return t('add.timeout')
    case 'network':
      return t('add.network')
    case 'disabled':
      return t('add.disabled')
    case 'malformed':
      return undefined
  }
}

const shortMessage = (body: unknown): string | undefined => {
  const message = serverMessage(body)
  return message !== undefined && message.length <= MAX_MESSAGE_LENGTH ? message : undefined
}
