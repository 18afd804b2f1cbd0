import { identitySchemas, type IdentityFacts } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, formatDate } from '@atalaia/ui'
import { useAction, useAnswer } from '../api-calls.ts'
import { anyAnswer } from '../api-request.ts'

const PATH = '/conta/identidades'

/** P-IDENTITY-6 */
export const IdentitiesCard = () => {
  const { bus } = useRemoteContext()
  const { state, run } = useAction()
  const { value, change } = useAnswer(PATH, (http, signal) => http.get(PATH, identitySchemas.list, { signal }))
  const remove = async ({ id, provedor }: IdentityFacts) => {
    if ((await run('unlinking', (client) => client.postJson(`${PATH}/desligar`, { id }, anyAnswer))) === undefined)
      return
    change(({ identidades }) => ({ identidades: identidades.filter((each) => each.id !== id) }))
    bus.publish('toast:requested', { kind: 'success', text: `${provedor} não abre mais esta conta.` })
  }
  if (!value || value.identidades.length === 0) return null
  return (
    <Card title="Entradas ligadas">
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <ul className="auth-identities">
        {value.identidades.map((identity) => (
          <li key={identity.id}>
            <span>
              <strong>{identity.provedor}</strong> {identity.email}
              <span className="ui-muted"> Usada em {formatDate(identity.usada_em)}.</span>
            </span>
            <Button
              busy={state.isFetching}
              aria-label={`Desligar ${identity.provedor} ${identity.email ?? ''}`.trim()}
              onClick={() => void remove(identity)}
            >
              Desligar
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
