import type { Incident } from '@atalaia/contracts/incidents'
import { Alert, Button, ScrollBox, TextField } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { CheckField } from '../controls/check-field.tsx'
import type { CaseOnItsWay } from '../links/incident-place.ts'
import { useAction } from '../management/use-action.ts'
import type { IncidentCalls } from './incident-calls.ts'
import { instantOf, nowField, useIncidentsWords } from './incidents-words.ts'

type RegisterFormProps = {
  readonly calls: IncidentCalls
  /** The cases that it begins with. */
  readonly cases: readonly CaseOnItsWay[]
  readonly onRegistered: (incident: Incident) => void
}

/** Registers an incident: its name, the moment from which its terms count, and whether they are doubled (P-INCIDENT-1). */
export const RegisterForm = ({ calls, cases, onRegistered }: RegisterFormProps) => {
  const { t } = useIncidentsWords()
  const { isBusy, problem, run } = useAction()
  const [name, setName] = useState('')
  const [moment, setMoment] = useState('')
  const [isSmall, setSmall] = useState(false)
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
    if (made) onRegistered(made)
  }
  return (
    <form className="analytics-code" noValidate onSubmit={(event) => void send(event)}>
      <Chosen cases={cases} />
      <div className="analytics-incident__fields">
        <TextField
          label={t('name')}
          hint={t('name.hint')}
          maxLength={120}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={t('known')}
          hint={t('known.hint')}
          type="datetime-local"
          max={nowField()}
          value={moment}
          onChange={({ target }) => setMoment(target.value)}
        />
      </div>
      <CheckField label={t('small')} hint={t('small.hint')} checked={isSmall} onChange={setSmall} />
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

/** The cases that an incident begins with. */
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
