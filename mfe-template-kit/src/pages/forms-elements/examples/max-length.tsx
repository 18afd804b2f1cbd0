import { TextField } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Tamanho máximo'

const MAX_LENGTH = 3

export const Example = () => {
  const [text, setText] = useState('')
  return (
    <TextField
      label="Sigla"
      maxLength={MAX_LENGTH}
      hint={`${text.length} de ${MAX_LENGTH} caracteres`}
      value={text}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
    />
  )
}
