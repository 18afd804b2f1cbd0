import { supportListSchema, type SupportAccess } from '@atalaia/contracts/operator'
import { Alert, Button, Card, Dialog } from '@atalaia/ui'
import { useState } from 'react'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'
import { supportState } from '../operator/support-words.ts'

const PATH = '/organizacao/suporte'

type Asked = { readonly kind: 'yes' | 'no' | 'end'; readonly access: SupportAccess }

const questions = {
  yes: {
    title: 'Dar o acesso de suporte?',
    action: 'Dar o acesso',
    text: ({ operador, horas }: SupportAccess) =>
      `${operador} vê os dados desta organização por ${horas} h, sem poder mudar nada e sem ver as pessoas dela. Todos aqui leem que o acesso está aberto, e você o encerra quando quiser.`,
  },
  no: {
    title: 'Negar o acesso de suporte?',
    action: 'Negar',
    text: ({ operador }: SupportAccess) => `${operador} não vê nada desta organização, e é avisado.`,
  },
  end: {
    title: 'Encerrar o acesso de suporte?',
    action: 'Encerrar agora',
    text: ({ operador }: SupportAccess) => `${operador} deixa de ver a organização na mesma hora.`,
  },
} as const

/** P-SUPPORT-1 */
export const SupportCard = () => {
  const { value, reload } = useAnswer(PATH, (http, signal) => http.get(PATH, supportListSchema, { signal }))
  const { state, run } = useAction()
  const [asked, setAsked] = useState<Asked>()
  const act = async ({ kind, access: { id } }: Asked) => {
    const [path, body] = kind === 'end' ? ['encerrar', {}] : ['decidir', { aceita: kind === 'yes' }]
    await run('answer to a support request', (http) => http.postJson(`${PATH}/${id}/${path}`, body, anyAnswer))
    setAsked(undefined)
    reload()
  }
  // Most organisations never see one.
  if (!value || value.length === 0) return null
  return (
    <Card title="Acesso de suporte">
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <p>
        Quem opera a instalação só vê esta organização com o seu sim, por um tempo, e cada pedido fica na auditoria.
      </p>
      <ul className="auth-list">
        {value.map((access) => (
          <li key={access.id}>
            <span>
              <strong>{access.operador}</strong> · {supportState(access)}
              <br />
              <span className="ui-muted">
                por {access.horas} h: {access.motivo}
              </span>
            </span>
            <span className="auth-row-actions">
              {access.situacao === 'pedido' && (
                <>
                  <Button size="small" variant="primary" onClick={() => setAsked({ kind: 'yes', access })}>
                    Dar acesso
                  </Button>
                  <Button size="small" onClick={() => setAsked({ kind: 'no', access })}>
                    Negar
                  </Button>
                </>
              )}
              {access.situacao === 'ativo' && (
                <Button size="small" variant="danger" onClick={() => setAsked({ kind: 'end', access })}>
                  Encerrar
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {asked && (
        <Dialog
          open
          title={questions[asked.kind].title}
          onClose={() => setAsked(undefined)}
          actions={
            <>
              <Button onClick={() => setAsked(undefined)}>Cancelar</Button>
              <Button
                variant={asked.kind === 'end' ? 'danger' : 'primary'}
                busy={state.isFetching}
                onClick={() => void act(asked)}
              >
                {questions[asked.kind].action}
              </Button>
            </>
          }
        >
          <p>{questions[asked.kind].text(asked.access)}</p>
        </Dialog>
      )}
    </Card>
  )
}
