import { Button, Card, EmptyState } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Vazio'

export const Example = () => {
  const [added, setAdded] = useState(false)
  return (
    <Card title="Domínios">
      {added ? (
        <p>empresa.com.br</p>
      ) : (
        <EmptyState
          icon="globe"
          title="Nenhum domínio ainda"
          action={
            <Button variant="primary" icon="plus" onClick={() => setAdded(true)}>
              Incluir um domínio
            </Button>
          }
        >
          Todos os endereços de um domínio são monitorados juntos.
        </EmptyState>
      )}
    </Card>
  )
}
