import { Button } from '@atalaia/ui'
import { EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'

export const title = 'Texto formatado'
export const wide = true

export const Example = () => {
  const editor = useEditor({
    extensions: [StarterKit],
    content: '<p>Escreva aqui. <strong>Negrito</strong> e <em>itálico</em> também.</p>',
    injectCSS: false,
    editorProps: { attributes: { 'aria-label': 'Texto formatado', role: 'textbox', 'aria-multiline': 'true' } },
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
