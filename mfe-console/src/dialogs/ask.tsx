import { TextField, useAction } from '@atalaia/ui'
import { useState } from 'react'
import { FormDialog } from './form-dialog.tsx'
import { doneBy, messageOf } from '../gateway/answer-of.ts'

export type Question = {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly danger?: boolean
  /** Needs a reason. */
  readonly overrules?: boolean
  /** `false`: the order keeps no reason. Default: true. */
  readonly reasoned?: boolean
  readonly field?: QuestionField
  act(answer: Answer): Promise<void>
}

type QuestionField = {
  readonly label: string
  readonly initial: string
  /** `undefined`: the text is valid. */
  fault(text: string): string | undefined
}

export type Answer = { readonly why: string | null; readonly value: string }

export const REASON_NEEDED = 'Diga o motivo: ele fica no histórico.'

type AskProps = { readonly question: Question; onClose(): void; onDone(): void }

/** Asks before every change that browsers notice (M-CONSOLE-3). Shows refusals, and stays open. */
export const Ask = ({ question, onClose, onDone }: AskProps) => {
  const { title, text, confirm, danger, overrules = false, reasoned = true, field, act } = question
  const [why, setWhy] = useState('')
  const [value, setValue] = useState(field?.initial ?? '')
  const [fault, setFault] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const order = useAction(messageOf)
  const submit = async () => {
    const found = field?.fault(value)
    setFault(found)
    setAttempt(attempt + 1)
    if (found !== undefined) return
    const reason = why.trim()
    if (overrules && reason === '') return order.fail(REASON_NEEDED)
    if (await order.run(() => doneBy(() => act({ why: reason === '' ? null : reason, value })))) onDone()
  }
  return (
    <FormDialog
      {...{ title, confirm, danger, attempt, onClose }}
      busy={order.isBusy}
      intro={<p>{text}</p>}
      onSubmit={() => void submit()}
    >
      {field && (
        <TextField
          label={field.label}
          value={value}
          maxLength={20}
          autoComplete="off"
          error={fault ?? ''}
          onChange={({ target }) => setValue(target.value)}
        />
      )}
      {reasoned ? (
        <ReasonField needed={overrules} value={why} error={order.problem ?? ''} onChange={setWhy} />
      ) : (
        <p className="console-refused" role="alert">
          {order.problem}
        </p>
      )}
    </FormDialog>
  )
}

type ReasonFieldProps = {
  readonly needed: boolean
  readonly value: string
  readonly error: string
  onChange(value: string): void
}

export const ReasonField = ({ needed, value, error, onChange }: ReasonFieldProps) => (
  <TextField
    label={needed ? 'Motivo' : 'Motivo (opcional)'}
    value={value}
    maxLength={500}
    autoComplete="off"
    error={error}
    onChange={({ target }) => onChange(target.value)}
  />
)
