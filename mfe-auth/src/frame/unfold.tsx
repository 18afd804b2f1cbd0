import { Button } from '@atalaia/ui'
import { useState, type ReactNode } from 'react'

type UnfoldProps = {
  readonly label: string
  /** Called with what folds the content again. */
  readonly children: (fold: () => void) => ReactNode
}

/** A button in whose place its content comes, with "Cancelar" below it. */
export const Unfold = ({ label, children }: UnfoldProps) => {
  const [isOpen, setOpen] = useState(false)
  const fold = () => setOpen(false)
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{label}</Button>
  return (
    <>
      {children(fold)}
      <Button variant="ghost" size="small" className="auth-fold" onClick={fold}>
        Cancelar
      </Button>
    </>
  )
}
