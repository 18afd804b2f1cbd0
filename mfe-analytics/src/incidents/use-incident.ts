import type { HttpFailure, HttpResult } from '@atalaia/contracts'
import { INCIDENT_CHANGED_PROBLEM, incidentSchema, type Incident } from '@atalaia/contracts/incidents'
import { useState } from 'react'
import { enum as oneOf, object } from 'zod/mini'
import { useManagementWords } from '../management/management-words.ts'
import { useAction } from '../management/use-action.ts'
import { useDraft } from '../session/use-draft.ts'
import { changesIn, draftSchema, NOTHING, type IncidentDraft } from './incident-draft.ts'
import { useIncidentsWords } from './incidents-words.ts'

export type Told = { readonly kind: 'success' | 'danger' | 'warning'; readonly text: string }

const changedSchema = object({ type: oneOf([INCIDENT_CHANGED_PROBLEM]), incidente: incidentSchema })
/** Current incident in a refusal: somebody else has changed it. */
const changedMeanwhile = (failure: HttpFailure): Incident | undefined => {
  if (failure.kind !== 'status' || failure.status !== 409) return undefined
  const read = changedSchema.safeParse(failure.body)
  return read.success ? read.data.incidente : undefined
}

/** Typed text stays when somebody else was faster (P-INCIDENT-5). `before`: the first message shown. */
export const useIncident = (loaded: Incident, before?: Told) => {
  const { t } = useIncidentsWords()
  const { reasonText } = useManagementWords()
  const [incident, setIncident] = useState(loaded)
  const kept = useDraft(`incidente.${loaded.id}`, { schema: draftSchema, version: incident.versao })
  const draft = kept.value ?? NOTHING
  const setDraft = (next: IncidentDraft) => kept.set(changesIn(next) === 0 ? undefined : next)
  const [told, setTold] = useState(before)
  const { isBusy, run } = useAction()
  /** True when the change was made. */
  const send = async (call: () => Promise<HttpResult<Incident>>, done: (now: Incident) => string): Promise<boolean> => {
    if (isBusy) return false
    setTold(undefined)
    const now = await run(call, (failure) => {
      const other = changedMeanwhile(failure)
      if (other) setIncident(other)
      setTold(other ? { kind: 'warning', text: t('conflict') } : { kind: 'danger', text: reasonText(failure) })
    })
    if (!now) return false
    setIncident(now)
    setTold({ kind: 'success', text: done(now) })
    return true
  }
  return { incident, kept, draft, setDraft, told, setTold, isBusy, send }
}
