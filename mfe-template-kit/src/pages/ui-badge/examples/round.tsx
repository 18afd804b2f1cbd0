import { Tag } from '../tag.tsx'

export const title = 'Redondo, e de um só número'

export const Example = () => (
  <div className="kit-row">
    <Tag tone="accent" round>
      Versão 2
    </Tag>
    <Tag tone="neutral" look="soft" round>
      7
    </Tag>
    <Tag tone="danger" look="solid" round>
      99+
    </Tag>
  </div>
)
