import { serverMessage, type HttpFailure } from '@atalaia/contracts'
import type { Language } from '../language/language.ts'
import { refusalIn } from '../language/refusal.ts'

/** The longest message of the server that is shown, in characters: it has one line. */
const MAX_MESSAGE_LENGTH = 200

/** `lang` where the words are not in the language of the page. */
export type FailureReason = { readonly text: string; readonly lang?: string }

/** The reason of a failed call, in one line: the server's own message or, without an answer, a sentence about it. */
export const failureReason = (failure: HttpFailure, { t, refusal }: Language): FailureReason | undefined => {
  switch (failure.kind) {
    case 'status': {
      const name = refusalIn(failure)
      const text = name && refusal(name)
      return text === undefined ? serversWords(failure.body) : { text }
    }
    case 'timeout':
      return { text: t('add.timeout') }
    case 'network':
      return { text: t('add.network') }
    case 'disabled':
      return { text: t('add.disabled') }
    case 'malformed':
      return undefined
  }
}

/** The words of the server, which are Portuguese (P-LANG-2). */
const serversWords = (body: unknown): FailureReason | undefined => {
  const text = serverMessage(body)
  return text !== undefined && text.length <= MAX_MESSAGE_LENGTH ? { text, lang: 'pt-BR' } : undefined
}
