import { Card, ErrorState } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Com falha'

export const Example = () => {
  const [failed, setFailed] = useState(true)
  return (
    <Card title="Fontes lidas">
      {failed ? (
        <ErrorState title="A lista não carregou" retryLabel="Carregar a lista" onRetry={() => setFailed(false)}>
          O resto da página continua funcionando.
        </ErrorState>
      ) : (
        <p>Doze fontes, a última hoje às 3h.</p>
      )}
    </Card>
  )
}
