import type { IncidentCaseRef, ListedIncident } from '@atalaia/contracts/incidents'
import { Alert, Button } from '@atalaia/ui'
import { useState, type FormEvent } from 'react'
import { SelectField } from '../controls/select-field.tsx'
import { useAction } from '../management/use-action.ts'
import type { IncidentCalls } from './incident-calls.ts'
import { useIncidentsWords } from './incidents-words.ts'

type AddToIncidentProps = {
  readonly calls: IncidentCalls
  readonly first: IncidentCaseRef
  /** The open ones of a page of the register. */
  readonly incidents: readonly ListedIncident[]
  readonly onAdded: (id: string) => void
}

/** Adds a case to an incident that is there. */
export const AddToIncident = ({ calls, first, incidents, onAdded }: AddToIncidentProps) => {
  const { t } = useIncidentsWords()
  const { isBusy, problem, run } = useAction()
  const [chosen, setChosen] = useState<string>()
  // Another page of the register has other ones.
  const id = (incidents.find((one) => one.id === chosen) ?? incidents[0])?.id
  if (id === undefined) return null
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const incident = await run(() => calls.read(id))
    const added = incident && (await run(() => calls.gather(id, incident.versao, { incluir: [first], retirar: [] })))
    if (added) onAdded(id)
  }
  return (
    <form className="analytics-code" onSubmit={(event) => void add(event)}>
      <div className="analytics-form-row">
        <SelectField
          label={t('add.to')}
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
