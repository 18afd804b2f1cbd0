import { ALERT_LEVELS, WEBHOOK_TEMPLATES, type Webhook } from '@atalaia/contracts/alerts'
import { Alert, Button, TextField } from '@atalaia/ui'
import { useRef, useState, type FormEvent } from 'react'
import { enum as oneOf, object, string, type infer as Infer } from 'zod/mini'
import { SelectField } from '../controls/select-field.tsx'
import { DraftNote } from '../management/draft-note.tsx'
import { useAction } from '../management/use-action.ts'
import { useDraft } from '../session/use-draft.ts'
import { useAlertsWords } from './alerts-words.ts'
import type { WebhookCalls, WebhookDraft } from './webhook-calls.ts'

type AddWebhookProps = {
  readonly calls: WebhookCalls
  readonly onAdded: (webhook: Webhook, secret: string) => void
}

/** All but the address, which of Slack and Teams is a secret. */
const draftSchema = object({ nome: string(), modelo: oneOf(WEBHOOK_TEMPLATES), gravidade_minima: oneOf(ALERT_LEVELS) })
const NOTHING: Infer<typeof draftSchema> = { nome: '', modelo: 'atalaia', gravidade_minima: 'baixa' }

export const AddWebhook = ({ calls, onAdded }: AddWebhookProps) => {
  const { t } = useAlertsWords()
  const { isBusy, problem, run } = useAction()
  const typed = useDraft('webhook', { schema: draftSchema })
  const [endereco, setAddress] = useState('')
  const draft: WebhookDraft = { ...NOTHING, ...typed.value, endereco }
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const change = (changes: Partial<typeof NOTHING>) => {
    typed.set({ ...NOTHING, ...typed.value, ...changes })
    setMissing(false)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (draft.nome.trim() === '' || draft.endereco.trim() === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    const added = await run(() => calls.add(draft))
    if (!added) return
    typed.set(undefined)
    setAddress('')
    onAdded(added.webhook, added.segredo)
  }
  const reason = isMissing ? t('hook.missing') : problem
  return (
    <form className="analytics-code" noValidate onSubmit={(event) => void submit(event)}>
      <DraftNote draft={typed} onDiscard={() => typed.set(undefined)} />
      <div className="analytics-form-row">
        <TextField
          ref={field}
          label={t('hook.name')}
          autoComplete="off"
          maxLength={60}
          value={draft.nome}
          onChange={({ target }) => change({ nome: target.value })}
        />
        <TextField
          label={t('hook.address')}
          type="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          value={draft.endereco}
          onChange={({ target }) => {
            setAddress(target.value)
            setMissing(false)
          }}
        />
      </div>
      <div className="analytics-form-row">
        <SelectField
          label={t('hook.template')}
          value={draft.modelo}
          options={WEBHOOK_TEMPLATES.map((value) => ({ value, label: t(`template.${value}`) }))}
          onChange={(modelo) => change({ modelo })}
        />
        <SelectField
          label={t('level')}
          value={draft.gravidade_minima}
          options={ALERT_LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
          onChange={(least) => change({ gravidade_minima: least })}
        />
        <Button type="submit" icon="plus" busy={isBusy}>
          {t('hook.add')}
        </Button>
      </div>
      {reason !== undefined && <Alert kind="danger">{reason}</Alert>}
    </form>
  )
}
