import { TextField } from '@atalaia/ui'
import { useState } from 'react'

export const title = 'Tamanho máximo'

const most = 3

export const Example = () => {
  const [text, setText] = useState('')
  return (
    <TextField
      label="Sigla"
      maxLength={most}
      hint={`${text.length} de ${most} caracteres`}
      value={text}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
    />
  )
}
