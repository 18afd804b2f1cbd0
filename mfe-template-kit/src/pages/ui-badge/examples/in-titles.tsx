import { Tag } from '../tag.tsx'

export const title = 'Ao lado de um título'

export const Example = () => (
  <>
    <h3>
      Relatórios <Tag tone="accent">3 novos</Tag>
    </h3>
    <h4>
      Fontes <Tag tone="neutral">12</Tag>
    </h4>
  </>
)
