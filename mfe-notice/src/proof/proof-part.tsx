import type { NoticeAnswer, PersonNotice } from '@atalaia/contracts/notices'
import { Alert, Button, TextField } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { isExhausted } from '../notice-calls.ts'
import { useNotice } from '../notice-context.ts'

type ProofPartProps = {
  readonly check: PersonNotice['conferencia']
  /** The person has answered that the password is changed. */
  readonly isDone: boolean
  readonly onAnswer: (answer: NoticeAnswer) => Promise<boolean>
}

/** Proves a change without telling the password (P-NOTICE-44), or takes the person's word (P-NOTICE-45). */
export const ProofPart = ({ check, isDone, onAnswer }: ProofPartProps) => {
  const { words } = useNotice()
  const [left, setLeft] = useState(check?.restantes ?? 0)
  const [isSending, setIsSending] = useState(false)
  const declare = async () => {
    if (isSending) return
    setIsSending(true)
    await onAnswer('declarada')
    setIsSending(false)
  }
  const canCheck = check !== null && left > 0
  return (
    <section className="notice-card notice-proof" aria-labelledby="notice-proof">
      <h2 id="notice-proof">{words.proof}</h2>
      {!check && <p>{words.proofNoTag}</p>}
      {check && canCheck && <ProofForm check={check} left={left} setLeft={setLeft} onAnswer={onAnswer} />}
      {check && !canCheck && <p>{words.proofNone}</p>}
      {!isDone && (
        <div className="notice-declare">
          {canCheck && <p className="notice-muted">{words.proofTrust}</p>}
          <Button busy={isSending} busyLabel={words.sending} onClick={() => void declare()}>
            {words.declared}
          </Button>
        </div>
      )}
    </section>
  )
}

type ProofFormProps = {
  readonly check: NonNullable<PersonNotice['conferencia']>
  readonly left: number
  readonly setLeft: (left: number) => void
  readonly onAnswer: (answer: NoticeAnswer) => Promise<boolean>
}
type Outcome = { readonly kind: 'success' | 'warning' | 'danger'; readonly text: string }

const ProofForm = ({ check, left, setLeft, onAnswer }: ProofFormProps) => {
  const { words, calls, failureText } = useNotice()
  const [password, setPassword] = useState('')
  const [isShown, setIsShown] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const prove = async (): Promise<Outcome> => {
    const loaded = await loadProof()
    if (!loaded) return { kind: 'danger', text: words.failedNetwork }
    const blinded = loaded.blindPassword(check, password)
    const evaluation = await calls.evaluate(blinded.blinded)
    if (!evaluation.ok) {
      if (isExhausted(evaluation.failure)) setLeft(0)
      return { kind: 'danger', text: failureText(evaluation.failure) }
    }
    const verdict = blinded.verdictOf(evaluation.value)
    setLeft(evaluation.value.restantes)
    if (verdict === 'forged') return { kind: 'danger', text: words.proofForged }
    setPassword('')
    await onAnswer(verdict === 'leaked' ? 'vazada' : 'conferida')
    return verdict === 'leaked'
      ? { kind: 'warning', text: words.leakedStill }
      : { kind: 'success', text: words.changed }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || password === '') return
    setIsBusy(true)
    setOutcome(undefined)
    setOutcome(await prove())
    setIsBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p>{words.proofText}</p>
      <TextField
        label={words.proofField}
        type={isShown ? 'text' : 'password'}
        value={password}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1024}
        onChange={({ target }) => setPassword(target.value)}
      />
      <label className="notice-show">
        <input type="checkbox" checked={isShown} onChange={({ target }) => setIsShown(target.checked)} />
        <span>{words.proofShow}</span>
      </label>
      <Button type="submit" variant="primary" busy={isBusy} busyLabel={words.proofChecking}>
        {words.proofCheck}
      </Button>
      {outcome && <Alert kind={outcome.kind}>{outcome.text}</Alert>}
      <p className="notice-muted">
        {words.proofLeft(left)} {check.parcial && words.proofPartial}
      </p>
      <details>
        <summary>{words.proofHow}</summary>
        <p>{words.proofHowText}</p>
      </details>
    </form>
  )
}

const loadProof = async () => {
  try {
    return await import(/* webpackChunkName: "proof" */ './proof.ts')
  } catch {
    // The network is gone; the next attempt asks again.
    return undefined
  }
}
