import { Tag } from '../tag.tsx'

export const title = 'Tons'

export const Example = () => (
  <div className="kit-row">
    <Tag tone="neutral">Rascunho</Tag>
    <Tag tone="accent">Novo</Tag>
    <Tag tone="success">Resolvido</Tag>
    <Tag tone="info">Em análise</Tag>
    <Tag tone="warning">Atenção</Tag>
    <Tag tone="danger">Crítico</Tag>
  </div>
)
