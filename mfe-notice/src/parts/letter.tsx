import type { NoticeAnswer, PersonNotice } from '@atalaia/contracts/notices'
import { Alert, Button } from '@atalaia/ui'
import { useEffect, useRef, useState } from 'react'
import { useNotice } from '../notice-context.ts'
import { ProofPart } from '../proof/proof-part.tsx'
import { wordsOf } from '../words/words.ts'
import { OtherAnswers } from './other-answers.tsx'
import { Rights } from './rights.tsx'
import { Steps } from './steps.tsx'

/** The opened notice (P-NOTICE-43). */
export const Letter = ({ notice }: { readonly notice: PersonNotice }) => {
  const { words, day, calls, failureText } = useNotice()
  const title = useRef<HTMLHeadingElement>(null)
  const [answer, setAnswer] = useState(notice.resposta)
  const [unsent, setUnsent] = useState<{ readonly answer: NoticeAnswer; readonly problem: string }>()
  useEffect(() => title.current?.focus(), [])
  const send = async (given: NoticeAnswer) => {
    const sent = await calls.answer(given)
    if (sent.ok) setAnswer(given)
    setUnsent(sent.ok ? undefined : { answer: given, problem: failureText(sent.failure) })
    return sent.ok
  }
  const { organizacao: name, acima, abaixo, fontes } = notice
  const hasPassword = fontes.some(({ senha }) => senha)
  return (
    <article className="notice-letter">
      <header>
        <p className="notice-from">{words.from(name)}</p>
        <h1 ref={title} tabIndex={-1}>
          {words.title}
        </h1>
        {acima !== '' && <p className="notice-text">{acima}</p>}
      </header>
      {answer !== null && <Alert kind={answer === 'vazada' ? 'warning' : 'success'}>{words.answers[answer]}</Alert>}
      {unsent && (
        <Alert kind="danger">
          {words.answerFailed} {unsent.problem}{' '}
          <Button size="small" onClick={() => void send(unsent.answer)}>
            {words.retry}
          </Button>
        </Alert>
      )}
      <section aria-labelledby="notice-leaked">
        <h2 id="notice-leaked">{words.leaked}</h2>
        <ul className="notice-sources">
          {fontes.map(({ titulo, dia, dados, senha }) => (
            <li key={`${titulo} ${dia}`}>
              <strong>{titulo}</strong>
              <span className="notice-muted">{dia === null ? words.whenUnknown : words.when(day(dia))}</span>
              <ul className="notice-data">
                {senha && <li data-kind="password">{words.password}</li>}
                {dados.map((code) => (
                  <li key={code}>{wordsOf(words.data, code)}</li>
                ))}
                {!senha && dados.length === 0 && <li>{words.noData}</li>}
              </ul>
            </li>
          ))}
        </ul>
        {hasPassword && <p className="notice-muted">{words.neverShown}</p>}
      </section>
      <Steps steps={notice.passos} />
      {hasPassword && answer !== 'nao-e-meu' && (
        <ProofPart
          check={notice.conferencia}
          isDone={answer === 'conferida' || answer === 'declarada'}
          onAnswer={send}
        />
      )}
      {abaixo !== '' && <p className="notice-text">{abaixo}</p>}
      <OtherAnswers notice={notice} answer={answer} onAnswer={send} />
      <Rights name={name} />
      <footer className="notice-foot">
        <span className="notice-muted">{words.until(day(notice.vale_ate))}</span>
        <Button size="small" variant="ghost" onClick={() => window.print()}>
          {words.print}
        </Button>
      </footer>
    </article>
  )
}
