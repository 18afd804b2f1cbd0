import { Progress } from '../progress.tsx'

export const title = 'Somadas'

export const Example = () => (
  <div className="progress-stacked">
    <Progress stacked name="Resolvidos" now={50} tone="success" labelled />
    <Progress stacked name="Parados" now={30} tone="warning" labelled />
    <Progress stacked name="Críticos" now={12} tone="danger" labelled />
  </div>
)
