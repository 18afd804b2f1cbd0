import { Button, TextField, Widget } from '@atalaia/ui'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useLanguage, useWidgetTitle } from '../language/use-language.ts'
import { useDashboard } from '../state/dashboard-context.tsx'
import { checkAddress } from './check-address.ts'
import { Outcome, type Sending } from './outcome.tsx'
import './add-email.css'

export type AddEmailWidgetProps = {
  readonly invitation?: ReactNode
  /**
   * True when added addresses wait for their owner's yes (P-OWN-1). `null`: not known yet. Default:
   * the form does not mention it.
   */
  readonly isOwnershipChecked?: boolean | null | undefined
}

/** Adds an address to be monitored (P-EMAIL-1). */
export const AddEmailWidget = ({ invitation, isOwnershipChecked }: AddEmailWidgetProps) => {
  const { store, addEmail } = useDashboard()
  const { t } = useLanguage()
  const [text, setText] = useState('')
  const [sending, setSending] = useState<Sending>({ kind: 'idle' })
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (sending.kind === 'sending') return
    const check = checkAddress(text, store.getState().dashboard.emails ?? [])
    if (!check.ok) {
      setSending({ kind: 'refused', problem: check.problem })
      field.current?.focus()
      return
    }
    setSending({ kind: 'sending' })
    const result = await addEmail(check.email)
    if (result.ok) setText('')
    setSending(result.ok ? { kind: 'sent', email: check.email } : { kind: 'failed', failure: result.failure })
  }

  return (
    <Widget {...useWidgetTitle((titles) => titles('add.title'))}>
      <div className={invitation ? 'analytics-first' : undefined}>
        {invitation}
        <div>
          <form
            className={invitation ? 'analytics-add' : 'analytics-add analytics-add--row'}
            noValidate
            onSubmit={submit}
          >
            <TextField
              ref={field}
              label={t('emails.email')}
              type="text"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              hint={t('add.hint')}
              value={text}
              error={sending.kind === 'refused' ? t(sending.problem) : undefined}
              onChange={(event) => {
                setText(event.target.value)
                if (sending.kind === 'refused') setSending({ kind: 'idle' })
              }}
            />
            <Button
              type="submit"
              variant="primary"
              icon="plus"
              busy={sending.kind === 'sending'}
              busyLabel={t('add.sending')}
            >
              {t('add.send')}
            </Button>
          </form>
          <Outcome sending={sending} onDismiss={() => setSending({ kind: 'idle' })} />
          {isOwnershipChecked !== undefined && (
            <p className="analytics-add__ownership">{isOwnershipChecked === false && t('ownership.unchecked')}</p>
          )}
        </div>
      </div>
    </Widget>
  )
}
