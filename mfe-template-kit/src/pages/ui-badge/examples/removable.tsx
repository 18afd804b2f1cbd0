import { Button, IconButton } from '@atalaia/ui'
import { useState } from 'react'
import { Tag } from '../tag.tsx'

export const title = 'Que se tira'

const all = ['financeiro', 'externo', 'urgente']

export const Example = () => {
  const [tags, setTags] = useState<readonly string[]>(all)
  return (
    <div className="kit-row">
      {tags.map((tag) => (
        <Tag key={tag} tone="neutral" round>
          {tag}
          <IconButton
            className="kit-tag__remove"
            icon="x"
            label={`Tirar ${tag}`}
            onClick={() => setTags(tags.filter((other) => other !== tag))}
          />
        </Tag>
      ))}
      {tags.length === 0 && (
        <Button size="small" onClick={() => setTags(all)}>
          Pôr de volta
        </Button>
      )}
    </div>
  )
}
