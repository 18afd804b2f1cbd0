import { supportListSchema } from '@atalaia/contracts/operator'
import { useSession } from '@atalaia/react'
import { Alert, Button, Card, ErrorState, Skeleton } from '@atalaia/ui'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { supportState } from './support-words.ts'

export const SupportAccessesCard = ({ round }: { readonly round: number }) => {
  const { value, failure, reload } = useAnswer(
    `support ${round}`,
    (http, signal) => http.get('/operador/suporte', supportListSchema, { signal }),
    { keeps: true },
  )
  const session = useSession()
  const own = session.status === 'active' ? session.user.email : undefined
  const { state, run } = useAction()
  const end = async (id: string) => {
    await run('end of a support access', (http) => http.postJson(`/operador/suporte/${id}/encerrar`, {}, anyAnswer))
    reload()
  }
  return (
    <Card title="Acessos de suporte">
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
      {!value && failure === undefined && <Skeleton height={80} />}
      {value?.length === 0 && <p className="ui-muted">Ninguém pediu acesso a uma organização.</p>}
      {value && value.length > 0 && (
        <>
          <p className="ui-muted">Com o sim de um proprietário, a organização aparece no menu com o seu nome.</p>
          <ul className="auth-list">
            {value.map((access) => (
              <li key={access.id}>
                <span>
                  <strong>{access.organizacao.nome}</strong> · {supportState(access)}
                  <br />
                  <span className="ui-muted">
                    {access.operador}, por {access.horas} h: {access.motivo}
                  </span>
                </span>
                {access.operador === own && (access.situacao === 'ativo' || access.situacao === 'pedido') && (
                  <Button
                    size="small"
                    busy={state.isFetching}
                    aria-label={`Encerrar o acesso a ${access.organizacao.nome}`}
                    onClick={() => void end(access.id)}
                  >
                    Encerrar
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
