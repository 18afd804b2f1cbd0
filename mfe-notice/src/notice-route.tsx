import { LANGUAGE_TAGS } from '@atalaia/contracts/notice-texts'
import type { NoticeLanguage } from '@atalaia/contracts/notices'
import { useRemoteContext } from '@atalaia/react'
import { useLocation } from '@atalaia/react/router'
import { useMemo } from 'react'
import { createNoticeCalls } from './notice-calls.ts'
import { NoticeFrame } from './notice-frame.tsx'
import { Message, NoticeView } from './notice-view.tsx'
import { browserLanguage, WORDS } from './words/words.ts'
import './notice.css'

/** The token stands in the fragment, which no server's log has (P-NOTICE-41). */
export const Component = () => {
  const { http, config } = useRemoteContext()
  const { hash } = useLocation()
  const [, token] = /^#([\w-]{43})$/.exec(hash) ?? []
  const calls = useMemo(() => createNoticeCalls(http, token), [http, token])
  const language = browserLanguage(navigator.languages)
  return (
    <NoticeFrame brand={config.brand}>
      {token === undefined ? (
        <Incomplete language={language} />
      ) : (
        <NoticeView key={token} calls={calls} language={language} isSealed />
      )}
    </NoticeFrame>
  )
}

const Incomplete = ({ language }: { readonly language: NoticeLanguage }) => {
  const { incompleteTitle, incompleteText } = WORDS[language]
  return (
    <div lang={LANGUAGE_TAGS[language]}>
      <Message title={incompleteTitle} text={incompleteText} />
    </div>
  )
}
