import type { Incident, IncidentCaseRef, ListedIncident } from '@atalaia/contracts/incidents'
import { Alert, Button } from '@atalaia/ui'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { SelectField } from '../controls/select-field.tsx'
import { useAction } from '../management/use-action.ts'
import type { IncidentCalls } from './incident-calls.ts'
import { useIncidentsWords } from './incidents-words.ts'

type AddToIncidentProps = {
  readonly calls: IncidentCalls
  readonly cases: readonly IncidentCaseRef[]
  readonly isLinked: boolean
  readonly incidents: readonly ListedIncident[]
  readonly onAdded: (incident: Incident) => void
}

export const AddToIncident = ({ calls, cases, isLinked, incidents, onAdded }: AddToIncidentProps) => {
  const { t } = useIncidentsWords()
  const { isBusy, problem, run } = useAction()
  const [chosen, setChosen] = useState<string>()
  // Another page of the register has other ones.
  const id = (incidents.find((one) => one.id === chosen) ?? incidents[0])?.id
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isLinked) form.current?.querySelector('select')?.focus()
  }, [isLinked])
  if (id === undefined) return null
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const incident = await run(() => calls.read(id))
    const added = incident && (await run(() => calls.gather(id, incident.versao, { incluir: cases, retirar: [] })))
    if (added) onAdded(added)
  }
  return (
    <form ref={form} className="analytics-code" onSubmit={(event) => void add(event)}>
      <div className="analytics-form-row">
        <SelectField
          label={t('add.to', { count: cases.length })}
          value={id}
          options={incidents.map((one) => ({
            value: one.id,
            label: t('titled', { number: one.numero, name: one.nome }),
          }))}
          onChange={setChosen}
        />
        <Button type="submit" busy={isBusy}>
          {t('add.do')}
        </Button>
      </div>
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
    </form>
  )
}
