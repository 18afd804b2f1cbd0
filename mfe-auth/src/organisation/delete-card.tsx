import { DELETION_GRACE_DAYS } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import { LeaveDialog } from '../account/leave-dialog.tsx'
import { anyAnswer } from '../api-request.ts'
import type { OrganisationPart } from './name-card.tsx'

/** P-PRIVACY-3 */
export const DeleteCard = ({ organisation: { nome, exclui_em: leavesAt }, onChange }: OrganisationPart) => {
  const { bus } = useRemoteContext()
  const { state, run } = useAction()
  const [isAsking, setAsking] = useState(false)
  const stay = async () => {
    if (!(await run('end of deletion', (http) => http.postJson('/organizacao/exclusao/cancelar', {}, anyAnswer))))
      return
    bus.publish('toast:requested', { kind: 'success', text: 'A organização continua.' })
    onChange()
  }
  return (
    <Card title="Excluir a organização">
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      {leavesAt === undefined ? (
        <>
          <p>Os endereços monitorados, os relatórios e tudo o mais que é da organização deixam de existir.</p>
          <Button variant="danger" onClick={() => setAsking(true)}>
            Excluir a organização
          </Button>
        </>
      ) : (
        <>
          <p>Até lá tudo continua como está.</p>
          <Button busy={state.isFetching} onClick={() => void stay()}>
            Cancelar a exclusão
          </Button>
        </>
      )}
      {isAsking && (
        <LeaveDialog
          title={`Excluir ${nome}?`}
          path="/organizacao/exclusao"
          onClose={() => setAsking(false)}
          onLeft={() => {
            setAsking(false)
            onChange()
          }}
        >
          Em {DELETION_GRACE_DAYS} dias ela deixa de existir, para todos os que estão nela; até lá um Proprietário pode
          cancelar. As contas continuam.
        </LeaveDialog>
      )}
    </Card>
  )
}
