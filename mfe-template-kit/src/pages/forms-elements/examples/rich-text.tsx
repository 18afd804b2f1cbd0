import { Button } from '@atalaia/ui'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { inertHtml } from '../../../forms/inert-html.ts'

export const title = 'Texto formatado'
export const wide = true

// As nodes: the page lets no text become markup.
const content = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Escreva aqui. ' },
        { type: 'text', text: 'Negrito', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' e ' },
        { type: 'text', text: 'itálico', marks: [{ type: 'italic' }] },
        { type: 'text', text: ' também.' },
      ],
    },
  ],
}

export const Example = () => {
  const editor = useEditor({
    extensions: [StarterKit],
    content,
    injectCSS: false,
    editorProps: {
      attributes: { 'aria-label': 'Texto formatado', role: 'textbox', 'aria-multiline': 'true' },
      transformPastedHTML: inertHtml,
    },
  })
  const active = useEditorState({
    editor,
    selector: () => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      list: editor.isActive('bulletList'),
    }),
  })
  const tools = [
    { label: 'Negrito', on: active.bold, run: () => editor.chain().focus().toggleBold().run() },
    { label: 'Itálico', on: active.italic, run: () => editor.chain().focus().toggleItalic().run() },
    { label: 'Lista', on: active.list, run: () => editor.chain().focus().toggleBulletList().run() },
  ]
  return (
    <>
      <div className="kit-row" role="group" aria-label="Formatação">
        {tools.map(({ label, on, run }) => (
          <Button key={label} size="small" aria-pressed={on} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
      <EditorContent className="kit-editor" editor={editor} />
    </>
  )
}
