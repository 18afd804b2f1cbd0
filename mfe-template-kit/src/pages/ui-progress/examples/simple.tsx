import { Progress } from '../progress.tsx'

export const title = 'Simples e com rótulo'

export const Example = () => (
  <>
    <Progress name="Leitura das fontes" now={25} />
    <Progress name="Geração do relatório" now={60} labelled />
  </>
)
