import type { HttpFailure } from '@atalaia/contracts'
import { Alert, Button, TextField, Widget } from '@atalaia/ui'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useLanguage, useWidgetTitle } from '../language/use-language.ts'
import { useDashboard } from '../state/dashboard-context.tsx'
import { checkAddress, type AddressProblem } from './check-address.ts'
import { failureReason } from './failure-reason.ts'
import './add-email.css'

export type AddEmailWidgetProps = {
  /** Content above the form, for an organisation without an address. */
  readonly invitation?: ReactNode
  /**
   * Whether an added address waits for its owner's yes (P-OWN-1); `null`: not known yet. Default: nothing is said of
   * it.
   */
  readonly isOwnershipChecked?: boolean | null | undefined
}

/** The state of the form; while it sends, nothing else is sent (P-EMAIL-6). */
type Sending =
  | { readonly kind: 'idle' }
  | { readonly kind: 'refused'; readonly problem: AddressProblem }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed'; readonly failure: HttpFailure }

/** The form that adds an address to be monitored (P-EMAIL-1). */
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
    setSending(result.ok ? { kind: 'sent' } : { kind: 'failed', failure: result.failure })
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

/** The outcome: a confirmation (P-EMAIL-4), or a failure with the server's reason (P-EMAIL-5). */
const Outcome = ({ sending, onDismiss }: { sending: Sending; onDismiss: () => void }) => {
  const language = useLanguage()
  const { t } = language
  if (sending.kind === 'sent') {
    return (
      <Alert kind="success" onDismiss={onDismiss}>
        {t('add.sent')}
      </Alert>
    )
  }
  if (sending.kind !== 'failed') return null
  const reason = failureReason(sending.failure, language)
  return (
    <Alert kind="danger" onDismiss={onDismiss}>
      <p className="analytics-add__failure">{t('add.failed')}</p>
      {reason && (
        <p className="analytics-add__reason" lang={reason.lang}>
          {reason.text}
        </p>
      )}
    </Alert>
  )
}
