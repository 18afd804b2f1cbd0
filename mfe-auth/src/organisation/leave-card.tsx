import { HOME_ROUTE, loginAnswerSchema } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { useNavigate } from '@atalaia/react/router'
import { Alert, Button, Card, Dialog } from '@atalaia/ui'
import { useState } from 'react'
import { useAction } from '../api-calls.ts'
import type { OrganisationPart } from './name-card.tsx'

/** The last owner must hand over first. */
export const LeaveCard = ({ organisation: { nome, papel, membros } }: OrganisationPart) => {
  const { bus } = useRemoteContext()
  const navigate = useNavigate()
  const { state, run } = useAction()
  const [isAsking, setAsking] = useState(false)
  const isLastOwner = papel === 'owner' && membros.filter((member) => member.papel === 'owner').length === 1
  const leave = async () => {
    const answer = await run('leaving', (http) => http.postJson('/organizacao/sair', {}, loginAnswerSchema))
    setAsking(false)
    if (answer?.access_token === undefined) return
    bus.publish('login:succeeded', { kind: 'token', accessToken: answer.access_token })
    bus.publish('toast:requested', { kind: 'success', text: `Você saiu de ${nome}.` })
    void navigate(HOME_ROUTE)
  }
  return (
    <Card title="Sair da organização">
      {isLastOwner ? (
        <p>Você é o único Proprietário: passe antes a propriedade a outra pessoa.</p>
      ) : (
        <>
          <p>Você deixa de ver os dados desta organização, e continua na sua.</p>
          {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
          <Button onClick={() => setAsking(true)}>Sair da organização</Button>
        </>
      )}
      <Dialog
        open={isAsking}
        title={`Sair de ${nome}?`}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancelar</Button>
            <Button variant="danger" busy={state.isFetching} onClick={() => void leave()}>
              Sair da organização
            </Button>
          </>
        }
      >
        Para voltar, alguém terá de convidar você de novo.
      </Dialog>
    </Card>
  )
}
