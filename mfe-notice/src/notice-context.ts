import type { HttpFailure } from '@atalaia/contracts'
import type { NoticeLanguage } from '@atalaia/contracts/notices'
import { createContext, useContext } from 'react'
import type { NoticeCalls } from './notice-calls.ts'
import { longDay, WORDS, type NoticeWords } from './words/words.ts'

type NoticeContextValue = { readonly calls: NoticeCalls; readonly language: NoticeLanguage; readonly site: string }

export const NoticeContext = createContext<NoticeContextValue | undefined>(undefined)

export const useNotice = () => {
  const value = useContext(NoticeContext)
  if (!value) throw new Error('mfe-notice: a part stands outside of its notice')
  const { calls, language, site } = value
  const words = WORDS[language]
  return {
    calls,
    words,
    site,
    day: (day: string) => longDay(language, day),
    failureText: (failure: HttpFailure) => failureText(words, failure),
  }
}

const failureText = (words: NoticeWords, failure: HttpFailure): string => {
  if (failure.kind === 'network' || failure.kind === 'timeout') return words.failedNetwork
  return failure.kind === 'status' && failure.status === 429 ? words.failedMany : words.failedServer
}
