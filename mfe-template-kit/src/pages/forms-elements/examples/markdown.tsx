import markdownIt from 'markdown-it'
import { useMemo, useState } from 'react'

export const title = 'Markdown'
export const wide = true

// Without `html`: what is typed as a tag is shown as text, and only web addresses become links.
const markdown = markdownIt({ html: false, linkify: true })

export const Example = () => {
  const [text, setText] = useState('## Título\n\nUm *parágrafo* com **força** e:\n\n- um\n- dois')
  const html = useMemo(() => ({ __html: markdown.render(text) }), [text])
  return (
    <div className="kit-markdown">
      <label className="form-label">
        Texto em Markdown
        <textarea className="form-control" rows={8} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      {/* markdown-it escapes every tag that is typed. */}
      {/* oxlint-disable-next-line react/no-danger */}
      <section className="kit-markdown__view" aria-label="Visualização" dangerouslySetInnerHTML={html} />
    </div>
  )
}
