import { Button } from '../controls/button.tsx'
import { Alert } from '../feedback/alert.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { Card } from '../layout/card.tsx'

const ignore = () => undefined

export const Feedback = () => (
  <Card title="Retorno">
    <Alert kind="success">Email enviado com sucesso!</Alert>
    <Alert kind="info">A análise de hoje começou às 09:30.</Alert>
    <Alert kind="warning">A sessão termina em um minuto.</Alert>
    <Alert kind="danger" onDismiss={ignore}>
      Erro ao enviar email.
    </Alert>
    <div className="ui-container">
      <div className="ui-grid ui-grid--3">
        <EmptyState
          title="Nenhum vazamento em 12 fontes"
          icon="shield-check"
          action={<Button variant="primary">Adicionar email</Button>}
        >
          Atualizado hoje às 09:30.
        </EmptyState>
        <ErrorState title="Esta parte não carregou" onRetry={ignore}>
          O restante do painel continua funcionando.
        </ErrorState>
        <Skeleton lines={4} />
      </div>
    </div>
  </Card>
)
