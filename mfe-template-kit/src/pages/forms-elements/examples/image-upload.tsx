import { Button, FileField } from '@atalaia/ui'
import { useRef } from 'react'
import { usePreview } from '../../../forms/use-preview.ts'

export const title = 'Imagem'

export const Example = () => {
  const input = useRef<HTMLInputElement>(null)
  const { preview, show, clear } = usePreview()
  const remove = () => {
    clear()
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <FileField
        ref={input}
        label="Imagem"
        accept="image/*"
        chosen={preview?.name}
        onChange={(event) => show(event.target.files?.[0])}
      />
      {preview && (
        <figure className="kit-preview">
          <img src={preview.address} alt="Prévia da imagem escolhida" />
          <Button size="small" onClick={remove}>
            Remover imagem
          </Button>
        </figure>
      )}
    </>
  )
}
