import type { AddressStep } from '@atalaia/contracts'
import { Alert } from '@atalaia/ui'
import { useState } from 'react'
import { useAddressWords } from './address-words.ts'

type ChecklistProps = {
  readonly steps: readonly AddressStep[]
  /** Without it the list is read-only. */
  readonly onMark: ((step: string, done: boolean) => Promise<boolean>) | undefined
  /** Default: the title for the whole address. */
  readonly title?: string
  /** Default: 3. */
  readonly level?: 3 | 5
}

/** P-ADDRESS-7 */
export const Checklist = ({ steps, onMark, title, level = 3 }: ChecklistProps) => {
  const { t, date, number, wordsFor } = useAddressWords()
  const Heading = level === 3 ? 'h3' : 'h5'
  const [failed, setFailed] = useState(false)
  const [sending, setSending] = useState<string>()
  const done = steps.filter(({ feito_em: at }) => at !== null).length
  const mark = async (step: string, isDone: boolean) => {
    if (!onMark) return
    setSending(step)
    setFailed(!(await onMark(step, isDone)))
    setSending(undefined)
  }
  return (
    <section className="analytics-address__part" data-level={level}>
      <Heading>{title ?? t('todo')}</Heading>
      {steps.length === 0 ? (
        <p>{t('todo.none')}</p>
      ) : (
        <p className="analytics-address__note" role="status">
          {t('todo.progress', { done: number(done), all: steps.length })}
        </p>
      )}
      <ul className="analytics-address__steps">
        {steps.map(({ passo, feito_em: at, por }) => (
          <li key={passo}>
            <label>
              <input
                type="checkbox"
                checked={at !== null}
                aria-disabled={sending !== undefined || !onMark}
                onChange={({ target }) => {
                  if (sending === undefined) void mark(passo, target.checked)
                }}
              />
              <span>
                {wordsFor(passo)}
                {at !== null && (
                  <small>
                    {por === null ? t('todo.on', { day: date(at) }) : t('todo.by', { day: date(at), person: por })}
                  </small>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {failed && (
        <Alert kind="danger" onDismiss={() => setFailed(false)}>
          {t('todo.failed')}
        </Alert>
      )}
    </section>
  )
}
