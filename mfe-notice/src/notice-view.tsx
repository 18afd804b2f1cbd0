import { LANGUAGE_TAGS } from '@atalaia/contracts/notice-texts'
import type { NoticeLanguage, PersonNotice } from '@atalaia/contracts/notices'
import { Alert, Button, Skeleton } from '@atalaia/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isEnded, type NoticeCalls } from './notice-calls.ts'
import { NoticeContext, useNotice } from './notice-context.ts'
import { Letter } from './parts/letter.tsx'
import './notice.css'

type NoticeViewProps = {
  readonly calls: NoticeCalls
  /** Until the notice tells its own. */
  readonly language: NoticeLanguage
  /** False: the notice opens at once, because a token has named the person. */
  readonly isSealed: boolean
  /** Origin of the product's pages with `/`. Default: this page's. */
  readonly site?: string
}

type State =
  | { readonly kind: 'sealed'; readonly problem?: string }
  | { readonly kind: 'opening' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'shown'; readonly notice: PersonNotice }

/** Asks before it opens, because mail scanners open links (P-NOTICE-40). */
export const NoticeView = ({ calls, language: first, isSealed, site = '/' }: NoticeViewProps) => {
  const [state, setState] = useState<State>({ kind: 'sealed' })
  const language = state.kind === 'shown' ? state.notice.idioma : first
  return (
    <NoticeContext value={{ calls, language, site }}>
      <div className="notice" lang={LANGUAGE_TAGS[language]}>
        {state.kind === 'shown' ? (
          <Letter notice={state.notice} />
        ) : (
          <Envelope state={state} setState={setState} isSealed={isSealed} />
        )}
      </div>
    </NoticeContext>
  )
}

type EnvelopeProps = {
  readonly state: Exclude<State, { readonly kind: 'shown' }>
  readonly setState: (state: State) => void
  readonly isSealed: boolean
}

const Envelope = ({ state, setState, isSealed }: EnvelopeProps) => {
  const { calls, words, failureText } = useNotice()
  const isAsked = useRef(false)
  const open = async () => {
    if (isAsked.current) return
    isAsked.current = true
    setState({ kind: 'opening' })
    const answer = await calls.open()
    isAsked.current = false
    if (answer.ok) return setState({ kind: 'shown', notice: answer.value })
    if (isEnded(answer.failure)) return setState({ kind: 'ended' })
    setState({ kind: 'sealed', problem: failureText(answer.failure) })
  }
  const openUnasked = useEffectEvent(() => void open())
  useEffect(() => {
    if (!isSealed) openUnasked()
  }, [isSealed])
  if (state.kind === 'ended' && !isSealed) return <Message title={words.noneTitle} text={words.noneText} />
  if (state.kind === 'ended') return <Message title={words.endedTitle} text={words.endedText} />
  const problem = state.kind === 'sealed' ? state.problem : undefined
  if (!isSealed && problem === undefined) return <Skeleton height={96} lines={4} />
  return (
    <section className="notice-card notice-envelope">
      <h1>{words.sealedTitle}</h1>
      <p>{words.sealedText}</p>
      <Button
        variant="primary"
        block
        busy={state.kind === 'opening'}
        busyLabel={words.opening}
        onClick={() => void open()}
      >
        {words.open}
      </Button>
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      <p className="notice-muted">{words.sealedSafe}</p>
    </section>
  )
}

export const Message = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <section className="notice-card">
    <h1>{title}</h1>
    <p>{text}</p>
  </section>
)
