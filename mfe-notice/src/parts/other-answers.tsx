import type { HttpResult } from '@atalaia/contracts'
import type { NoticeAnswer, PersonNotice } from '@atalaia/contracts/notices'
import { Alert, Button } from '@atalaia/ui'
import { useId, useState } from 'react'
import { useNotice } from '../notice-context.ts'

type OtherAnswersProps = {
  readonly notice: PersonNotice
  readonly answer: NoticeAnswer | null
  readonly onAnswer: (answer: NoticeAnswer) => Promise<boolean>
}

/** P-NOTICE-46 */
export const OtherAnswers = ({ notice, answer, onAnswer }: OtherAnswersProps) => {
  const { words } = useNotice()
  return (
    <section className="notice-others" aria-labelledby="notice-others">
      <h2 id="notice-others">{words.help}</h2>
      {answer !== 'nao-e-meu' && <NotMine onAnswer={onAnswer} />}
      {notice.pergunta && <Question />}
      <Stop name={notice.organizacao} isStopped={notice.parado} />
    </section>
  )
}

const NotMine = ({ onAnswer }: Pick<OtherAnswersProps, 'onAnswer'>) => {
  const { words } = useNotice()
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    if (!(await onAnswer('nao-e-meu'))) setIsBusy(false)
  }
  return (
    <details>
      <summary>{words.notMine}</summary>
      <p>{words.notMineText}</p>
      <Button busy={isBusy} busyLabel={words.sending} onClick={() => void confirm()}>
        {words.notMineSure}
      </Button>
    </details>
  )
}

/** One call at a time; its problem in words. */
const useCall = () => {
  const { failureText } = useNotice()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const run = async (call: () => Promise<HttpResult<unknown>>): Promise<boolean> => {
    if (isBusy) return false
    setIsBusy(true)
    const result = await call()
    setIsBusy(false)
    setProblem(result.ok ? undefined : failureText(result.failure))
    return result.ok
  }
  return { isBusy, run, problem: problem !== undefined && <Alert kind="danger">{problem}</Alert> }
}

const MAX_QUESTION = 1000

const Question = () => {
  const { words, calls } = useNotice()
  const id = useId()
  const [text, setText] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { isBusy, run, problem } = useCall()
  const send = async () => {
    if (text.trim() === '' || !(await run(() => calls.ask(text.trim())))) return
    setText('')
    setIsSent(true)
  }
  return (
    <details>
      <summary>{words.question}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="ui-field">
          <label className="form-label" htmlFor={id}>
            {words.questionField}
          </label>
          <textarea
            id={id}
            className="form-control"
            rows={4}
            maxLength={MAX_QUESTION}
            value={text}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setText(target.value)}
          />
          <p className="form-text" id={`${id}-hint`}>
            {words.questionHint}
          </p>
        </div>
        <Button type="submit" busy={isBusy} busyLabel={words.sending}>
          {words.questionSend}
        </Button>
        {problem}
        {isSent && <Alert kind="success">{words.questionSent}</Alert>}
      </form>
    </details>
  )
}

const Stop = ({ name, isStopped: wasStopped }: { readonly name: string; readonly isStopped: boolean }) => {
  const { words, calls } = useNotice()
  const [isStopped, setIsStopped] = useState(wasStopped)
  const { isBusy, run, problem } = useCall()
  const change = async (to: boolean) => {
    if (await run(() => calls.stop(to))) setIsStopped(to)
  }
  return (
    <details>
      <summary>{words.stop}</summary>
      <p role="status">{isStopped ? words.stopped : words.stopText(name)}</p>
      <Button busy={isBusy} busyLabel={words.sending} onClick={() => void change(!isStopped)}>
        {isStopped ? words.restart : words.stop}
      </Button>
      {problem}
    </details>
  )
}
