import { serverMessage, type HttpFailure } from '@atalaia/contracts'
import type { Language } from '../language/language.ts'
import { refusalIn } from '../language/refusal.ts'

/** Longest server message shown, in characters: it has one line. */
const MAX_MESSAGE_LENGTH = 200

export type FailureReason = { readonly text: string; readonly lang?: string }

/** The server's own message in one line, or a sentence about the missing answer. */
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

/** The server answers in Portuguese (P-LANG-2). */
const serversWords = (body: unknown): FailureReason | undefined => {
  const text = serverMessage(body)
  return text !== undefined && text.length <= MAX_MESSAGE_LENGTH ? { text, lang: 'pt-BR' } : undefined
}
