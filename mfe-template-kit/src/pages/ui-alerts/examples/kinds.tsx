import { Alert } from '@atalaia/ui'

export const title = 'Tipos'

export const Example = () => (
  <>
    <Alert kind="success">O endereço foi incluído no monitoramento.</Alert>
    <Alert kind="info">A próxima análise começa às 3h.</Alert>
    <Alert kind="warning">A sessão termina em dois minutos.</Alert>
    <Alert kind="danger">O relatório não pôde ser gerado.</Alert>
  </>
)
