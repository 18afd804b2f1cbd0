import { Alert, Button, Card } from '@atalaia/ui'
import { saoPauloDay } from '@atalaia/contracts'
import type { Incident } from '@atalaia/contracts/incidents'
import { useState } from 'react'
import { saveFile } from '../controls/save-file.ts'
import { useAction } from '../management/use-action.ts'
import type { IncidentCalls } from './incident-calls.ts'
import { useIncidentsWords } from './incidents-words.ts'

type DossierCardProps = { readonly incident: Incident; readonly calls: IncidentCalls }

/** P-INCIDENT-6 */
export const DossierCard = ({ incident: { id, numero }, calls }: DossierCardProps) => {
  const { t } = useIncidentsWords()
  const { isBusy, problem, run } = useAction()
  const [digest, setDigest] = useState<string>()
  const savePdf = async () => {
    const made = await run(() => calls.dossierFile(id))
    if (!made) return
    setDigest(made.sha256)
    saveFile(
      new Blob([Uint8Array.from(atob(made.arquivo), (sign) => sign.charCodeAt(0))], { type: 'application/pdf' }),
      made.nome,
    )
  }
  const saveJson = async () => {
    const dossier = await run(() => calls.dossier(id))
    if (!dossier) return
    setDigest(dossier.sha256)
    saveFile(
      new Blob([JSON.stringify(dossier, null, 2)], { type: 'application/json' }),
      `incidente-${numero}-${saoPauloDay()}-${dossier.sha256.slice(0, 8)}.json`,
    )
  }
  return (
    <Card title={t('dossier')}>
      <p>{t('dossier.lead')}</p>
      <div className="analytics-form-row">
        <Button variant="primary" icon="download" busy={isBusy} onClick={() => void savePdf()}>
          {t('dossier.pdf')}
        </Button>
        <Button icon="download" busy={isBusy} onClick={() => void saveJson()}>
          {t('dossier.json')}
        </Button>
      </div>
      {digest !== undefined && (
        <p role="status" className="analytics-wrap">
          SHA-256 <code>{digest}</code>
        </p>
      )}
      {problem !== undefined && <Alert kind="danger">{problem}</Alert>}
    </Card>
  )
}
