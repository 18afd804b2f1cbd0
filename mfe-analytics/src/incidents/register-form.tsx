import type { Incident } from '@atalaia/contracts/incidents'
import { Alert, Button, DateField, ScrollBox, TextField } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { boolean, object, string } from 'zod/mini'
import { CheckField } from '../controls/check-field.tsx'
import type { CaseOnItsWay } from '../links/incident-place.ts'
import { DraftNote } from '../management/draft-note.tsx'
import { useAction } from '../management/use-action.ts'
import { useDraft } from '../session/use-draft.ts'
import type { IncidentCalls } from './incident-calls.ts'
import { instantOf, nowField, useIncidentsWords } from './incidents-words.ts'

type RegisterFormProps = {
  readonly calls: IncidentCalls
  readonly cases: readonly CaseOnItsWay[]
  readonly onRegistered: (incident: Incident) => void
}

/** `moment` is as a field of day and time has it. */
const draftSchema = object({ name: string(), moment: string(), isSmall: boolean() })
const NOTHING = { name: '', moment: '', isSmall: false }

/** Sets name, start of the terms, and whether they double (P-INCIDENT-1). */
export const RegisterForm = ({ calls, cases, onRegistered }: RegisterFormProps) => {
  const { t } = useIncidentsWords()
  const { isBusy, problem, run } = useAction()
  const draft = useDraft('incidente', { schema: draftSchema })
  const { name, moment, isSmall } = draft.value ?? NOTHING
  const change = (changes: Partial<typeof NOTHING>) => draft.set({ name, moment, isSmall, ...changes })
  const [isMissing, setMissing] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const known = instantOf(moment)
    setMissing(name.trim() === '' || known === null)
    if (name.trim() === '' || known === null) return
    const casos = cases.map(({ endereco, fonte }) => ({ endereco, fonte }))
    const made = await run(() =>
      calls.register({ nome: name.trim(), conhecido_em: known, pequeno_porte: isSmall, casos }),
    )
    if (!made) return
    draft.set(undefined)
    onRegistered(made)
  }
  return (
    <form className="analytics-code" noValidate onSubmit={(event) => void send(event)}>
      <Chosen cases={cases} />
      <DraftNote draft={draft} onDiscard={() => draft.set(undefined)} />
      <div className="analytics-incident__fields">
        <TextField
          label={t('name')}
          hint={t('name.hint')}
          maxLength={120}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <div>
          <DateField
            label={t('known')}
            hint={t('known.hint')}
            hasTime
            max={nowField()}
            value={moment}
            onChange={(text = '') => change({ moment: text })}
          />
          <Button size="small" icon="clock" onClick={() => change({ moment: nowField() })}>
            {t('known.now')}
          </Button>
        </div>
      </div>
      <CheckField
        label={t('small')}
        hint={t('small.hint')}
        checked={isSmall}
        onChange={(small) => change({ isSmall: small })}
      />
      {(isMissing || problem !== undefined) && (
        <Alert kind="danger">{isMissing ? t('register.missing') : problem}</Alert>
      )}
      <div>
        <Button type="submit" variant="primary" icon="plus" busy={isBusy}>
          {t('register.send')}
        </Button>
      </div>
    </form>
  )
}

const Chosen = ({ cases }: Pick<RegisterFormProps, 'cases'>) => {
  const { t } = useIncidentsWords()
  const [first, second] = cases
  if (!first) return null
  if (!second) {
    const { fonte, nome } = first
    return <p>{nome === fonte ? t('register.case', { source: fonte }) : t('register.one', { name: nome })}</p>
  }
  return (
    <details className="analytics-incident__chosen">
      <summary>{t('register.cases', { count: cases.length })}</summary>
      <ScrollBox role="group" label={t('register.cases', { count: cases.length })}>
        <ul className="analytics-incident__found">
          {cases.map(({ endereco, fonte, nome }) => (
            <li key={`${endereco} ${fonte}`}>{nome}</li>
          ))}
        </ul>
      </ScrollBox>
    </details>
  )
}
