import { Card, ErrorState, Skeleton, useLoaded, type Answer } from '@atalaia/ui'
import { useRef } from 'react'

export const title = 'Com falha'

export const Example = () => {
  const calls = useRef(0)
  /** Fails at the first call, like a starting server. */
  const load = async (): Promise<Answer<string, 'away'>> => {
    calls.current += 1
    return calls.current === 1
      ? { ok: false, failure: 'away' }
      : { ok: true, value: 'Doze fontes, a última hoje às 3h.' }
  }
  const { value, failure, reload } = useLoaded('sources', load)
  return (
    <Card title="Fontes lidas">
      {failure !== undefined ? (
        <ErrorState title="A lista não carregou" retryLabel="Carregar a lista" onRetry={reload}>
          O resto da página continua funcionando.
        </ErrorState>
      ) : value === undefined ? (
        <Skeleton lines={1} />
      ) : (
        <p>{value}</p>
      )}
    </Card>
  )
}
