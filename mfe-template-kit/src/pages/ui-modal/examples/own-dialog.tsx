import { Button, useModal } from '@atalaia/ui'
import { useRef, useState } from 'react'

export const title = 'Janela com forma própria'

export const Example = () => {
  const [isOpen, setOpen] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog, { isOpen })
  return (
    <>
      <div className="kit-row">
        <Button onClick={() => setOpen(true)}>Abrir a janela</Button>
      </div>
      <dialog ref={dialog} className="ui-card" aria-label="Janela com forma própria" onClose={() => setOpen(false)}>
        <p>A página espera atrás dela, e o foco volta ao botão.</p>
        <Button onClick={() => setOpen(false)}>Fechar</Button>
      </dialog>
    </>
  )
}
