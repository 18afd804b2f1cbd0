import { Button, Card, Skeleton } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Carregando'

export const Example = () => {
  const [loading, setLoading] = useState(true)
  return (
    <>
      <Card title="Resumo da semana">
        <div aria-busy={loading}>
          {loading ? (
            <>
              <Skeleton width={140} height={32} />
              <Skeleton lines={3} />
            </>
          ) : (
            <>
              <p className="kit-figure">312</p>
              <p className="kit-note">O esqueleto tem o tamanho do que vem, e nada pula.</p>
            </>
          )}
        </div>
      </Card>
      <div className="kit-row">
        <Button size="small" onClick={() => setLoading(!loading)}>
          {loading ? 'Mostrar o conteúdo' : 'Mostrar o esqueleto'}
        </Button>
      </div>
    </>
  )
}
