import type { HttpResult } from '@atalaia/contracts'
import { Alert, Button, TextField } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { useManagementWords } from './management-words.ts'
import { useAction } from './use-action.ts'

type CodeFormProps = {
  readonly send: () => Promise<HttpResult<{ enviado_para: string }>>
  readonly confirm: (code: string) => Promise<HttpResult<{ confirmado: string }>>
  readonly onConfirmed: () => void
}

/** Mails a code, and takes it back (M-OWN-2). */
export const CodeForm = ({ send, confirm, onConfirmed }: CodeFormProps) => {
  const { t } = useManagementWords()
  const { isBusy, problem, run } = useAction()
  const [mailbox, setMailbox] = useState<string>()
  const [code, setCode] = useState('')
  const ask = async () => {
    const sent = await run(send)
    if (sent) setMailbox(sent.enviado_para)
  }
  const give = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return
    if (await run(() => confirm(code.trim()))) onConfirmed()
  }
  return (
    <form className="analytics-code" noValidate onSubmit={(event) => void give(event)}>
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      {mailbox !== undefined && <Alert kind="info">{t('code.sent', { mailbox })}</Alert>}
      <div className="analytics-form-row">
        <Button icon="mail" busy={isBusy} onClick={() => void ask()}>
          {t(mailbox === undefined ? 'code.send' : 'code.again')}
        </Button>
      </div>
      <div className="analytics-form-row">
        <TextField
          label={t('code.field')}
          hint={t('code.hint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit" variant="primary" busy={isBusy}>
          {t('code.confirm')}
        </Button>
      </div>
    </form>
  )
}
