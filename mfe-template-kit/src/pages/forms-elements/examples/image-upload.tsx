import { Button } from '@atalaia/ui'
import { useRef } from 'react'
import { usePreview } from '../../../forms/use-preview.ts'

export const title = 'Imagem'

export const Example = () => {
  const input = useRef<HTMLInputElement>(null)
  const { address, show, clear } = usePreview()
  const remove = () => {
    clear()
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <label className="form-label" htmlFor="kit-image">
        Imagem
      </label>
      <input
        id="kit-image"
        ref={input}
        type="file"
        accept="image/*"
        className="form-control"
        onChange={(event) => show(event.target.files?.[0])}
      />
      {address && (
        <figure className="kit-preview">
          <img src={address} alt="Prévia da imagem escolhida" />
          <Button size="small" onClick={remove}>
            Remover imagem
          </Button>
        </figure>
      )}
    </>
  )
}
