import type { Incident } from '@atalaia/contracts/incidents'
import { useNavigate } from '@atalaia/react/router'
import { Alert, Button, Dialog } from '@atalaia/ui'
import { useState } from 'react'
import { INCIDENTS_PLACE } from '../links/incident-place.ts'
import { useManagementWords } from '../management/management-words.ts'
import { useAction } from '../management/use-action.ts'
import type { IncidentCalls } from './incident-calls.ts'
import { useIncidentsWords } from './incidents-words.ts'

type RemoveIncidentProps = { readonly incident: Incident; readonly calls: IncidentCalls }

/** Removes an incident that need not be kept any more, after a question (P-INCIDENT-7). */
export const RemoveIncident = ({ incident, calls }: RemoveIncidentProps) => {
  const { t, date } = useIncidentsWords()
  const { t: shared } = useManagementWords()
  const { isBusy, problem, run } = useAction()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = async () => {
    if (await run(() => calls.remove(incident.id, incident.versao))) void navigate(INCIDENTS_PLACE)
  }
  return (
    <>
      <Button size="small" icon="trash" onClick={() => setAsking(true)}>
        {t('removeIt')}
      </Button>
      <Dialog
        open={isAsking}
        title={t('remove.title', { number: incident.numero })}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{shared('cancel')}</Button>
            <Button variant="danger" busy={isBusy} onClick={() => void remove()}>
              {t('removeIt')}
            </Button>
          </>
        }
      >
        <p>{t('remove.text', { day: date(incident.guardar_ate) })}</p>
        {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
      </Dialog>
    </>
  )
}
