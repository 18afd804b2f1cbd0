import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { secondFactorSchema } from '@atalaia/contracts/second-factor'
import { Link } from '@atalaia/react/router'
import { useRemoteContext } from '@atalaia/react'
import { Button, Card, ErrorState, Skeleton } from '@atalaia/ui'
import { useState } from 'react'
import { useAnswer } from '../api-calls.ts'
import { PasswordTask } from '../second-factor/tasks.tsx'
import '../second-factor/second-factor.css'

const PATH = '/conta/segundo-fator'

/** Second factor required by the organisation. An owner who requires it must have one (P-FACTOR-7). */
export const FactorPolicyCard = () => {
  const { bus } = useRemoteContext()
  const { value, failure, reload } = useAnswer(PATH, (http, signal) => http.get(PATH, secondFactorSchema, { signal }))
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title="Verificação em duas etapas">
      {failure !== undefined && <ErrorState title={failure} onRetry={reload} />}
      {!value && failure === undefined && <Skeleton height={80} lines={2} />}
      {value && (
        <>
          <p>{value.exigida ? 'Exigida de todas as pessoas da organização.' : 'Cada pessoa decide por si.'}</p>
          {!value.aplicativo && value.chaves.length === 0 && (
            <p className="ui-muted">
              Para exigi-la, <Link to={`${PRODUCT_ROUTES.account}?parte=seguranca`}>ligue antes a sua</Link>.
            </p>
          )}
          {(value.aplicativo || value.chaves.length > 0) &&
            (isAsking ? (
              <PasswordTask
                path="/organizacao/segundo-fator"
                body={{ exigida: !value.exigida }}
                submitLabel={value.exigida ? 'Deixar de exigir' : 'Exigir'}
                onCancel={() => setAsking(false)}
                onDone={({ access_token: accessToken }) => {
                  setAsking(false)
                  if (accessToken !== undefined) bus.publish('login:succeeded', { kind: 'token', accessToken })
                  reload()
                }}
              >
                {value.exigida
                  ? 'A senha volta a bastar a quem não ligou nada.'
                  : 'Quem não ligou nada chega só à própria conta, até ligar.'}
              </PasswordTask>
            ) : (
              <Button icon="users" onClick={() => setAsking(true)}>
                {value.exigida ? 'Deixar de exigir da organização' : 'Exigir da organização'}
              </Button>
            ))}
        </>
      )}
    </Card>
  )
}
