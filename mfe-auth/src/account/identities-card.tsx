import { identitySchemas, type IdentityFacts } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { Alert, Button, Card, formatDate } from '@atalaia/ui'
import { useEffect, useState } from 'react'
import { anyAnswer } from '../api-request.ts'
import { useCall } from '../recovery/use-call.ts'

/** The identities that open the account, each with a button that takes it away (P-IDENTITY-6). Nothing while there are none. */
export const IdentitiesCard = () => {
  const { http, bus } = useRemoteContext()
  const { state, run } = useCall()
  const [identities, setIdentities] = useState<readonly IdentityFacts[]>([])
  useEffect(() => {
    let hasLeft = false
    void http?.get('/conta/identidades', identitySchemas.list).then((result) => {
      if (!hasLeft && result.ok) setIdentities(result.value.identidades)
    })
    return () => {
      hasLeft = true
    }
  }, [http])
  const remove = async ({ id, provedor }: IdentityFacts) => {
    if (
      (await run('unlinking', (client) => client.postJson('/conta/identidades/desligar', { id }, anyAnswer))) ===
      undefined
    )
      return
    setIdentities((before) => before.filter((each) => each.id !== id))
    bus.publish('toast:requested', { kind: 'success', text: `${provedor} não abre mais esta conta.` })
  }
  if (identities.length === 0) return null
  return (
    <Card title="Entradas ligadas">
      {state.errorMessage && <Alert kind="danger">{state.errorMessage}</Alert>}
      <ul className="auth-identities">
        {identities.map((identity) => (
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
