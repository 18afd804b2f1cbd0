import { DELETION_GRACE_DAYS, type AccountFacts } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { saveFile } from '../save-file.ts'
import { LeaveDialog } from './leave-dialog.tsx'

type PrivacyCardProps = { readonly account: AccountFacts; readonly onChange: () => void }

/** Exports a person's data, and deletes it after a time of grace (P-PRIVACY-1, P-PRIVACY-2). */
export const PrivacyCard = ({ account: { exclui_em: leavesAt }, onChange }: PrivacyCardProps) => {
  const { bus } = useRemoteContext()
  const { state, run } = useAction()
  const [isAsking, setAsking] = useState(false)
  const download = async () => {
    const data = await run('own data', (http) => http.get('/conta/dados', anyAnswer))
    if (data === undefined) return
    saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'meus-dados.json')
  }
  const stay = async () => {
    if (!(await run('end of deletion', (http) => http.postJson('/conta/exclusao/cancelar', {}, anyAnswer)))) return
    onChange()
    bus.publish('toast:requested', { kind: 'success', text: 'A conta continua.' })
  }
  return (
    <Card title="Seus dados">
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <p>Um arquivo com tudo o que guardamos sobre você. Os endereços monitorados são da organização.</p>
      <div className="auth-actions">
        <Button busy={state.isFetching} onClick={() => void download()}>
          Baixar meus dados
        </Button>
        {leavesAt ? (
          <Button busy={state.isFetching} onClick={() => void stay()}>
            Cancelar a exclusão
          </Button>
        ) : (
          <Button variant="danger" onClick={() => setAsking(true)}>
            Excluir a conta
          </Button>
        )}
      </div>
      {isAsking && (
        <LeaveDialog
          title="Excluir a conta"
          path="/conta/exclusao"
          onClose={() => setAsking(false)}
          onLeft={() => {
            setAsking(false)
            onChange()
          }}
        >
          Em {DELETION_GRACE_DAYS} dias a conta e o que é só dela deixam de existir; até lá você pode cancelar. Uma
          organização em que só você está vai junto.
        </LeaveDialog>
      )}
    </Card>
  )
}
