import markdownIt from 'markdown-it'
import { useMemo, useState } from 'react'
import { markdownNodes } from '../../../forms/markdown-nodes.ts'

export const title = 'Markdown'
export const wide = true

// Without `html`: what is typed as a tag is shown as text, and only web addresses become links.
const markdown = markdownIt({ html: false, linkify: true })

export const Example = () => {
  const [text, setText] = useState('## Título\n\nUm *parágrafo* com **força** e:\n\n- um\n- dois')
  const nodes = useMemo(() => markdownNodes(markdown.parse(text, {})), [text])
  return (
    <div className="kit-markdown">
      <label className="form-label">
        Texto em Markdown
        <textarea className="form-control" rows={8} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <section className="kit-markdown__view" aria-label="Visualização">
        {nodes}
      </section>
    </div>
  )
}
