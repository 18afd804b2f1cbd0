import { Button, Card } from '@atalaia/ui'
import { useId, useState, type SubmitEvent } from 'react'

type PostBoxProps = { readonly onPost: (text: string) => void }

export const PostBox = ({ onPost }: PostBoxProps) => {
  const [text, setText] = useState('')
  const fieldId = useId()
  const post = (event: SubmitEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    onPost(text)
    setText('')
  }
  return (
    <Card>
      <form className="kit-post-box" onSubmit={post}>
        <label className="form-label" htmlFor={fieldId}>
          O que há de novo?
        </label>
        <textarea
          id={fieldId}
          className="form-control"
          rows={3}
          maxLength={500}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="primary">
          Post
        </Button>
      </form>
    </Card>
  )
}
