import { Button, TextField } from '@atalaia/ui'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'

type CommentFormProps = { readonly author: string; readonly onComment: (text: string) => void }

export const CommentForm = ({ author, onComment }: CommentFormProps) => {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim()) onComment(text)
  }
  return (
    <form className="kit-comment-form" onSubmit={send}>
      <TextField
        ref={field}
        label={`Comentário para ${author}`}
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Enviar</Button>
    </form>
  )
}
