import { useId, useRef, type ReactNode } from 'react'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  open: boolean
  title: string
  children: ReactNode
  /** Reads the content out with the title. Default: true. */
  isReadOut?: boolean
  /** The first button takes the focus: make it harmless. */
  actions: ReactNode
  /** Called on Escape; only `open` closes the dialog. */
  onClose: () => void
}

/** Modal: the page is inert, and the focus returns. */
export const Dialog = ({ open, title, children, isReadOut = true, actions, onClose }: DialogProps) => {
  const titleId = useId()
  const textId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useModal(dialog, { isOpen: open, first: '.ui-dialog__actions button' })

  if (!open) return null
  return (
    <dialog
      ref={dialog}
      className="ui-dialog"
      aria-labelledby={titleId}
      aria-describedby={isReadOut ? textId : undefined}
      onCancel={(event) => {
        event.preventDefault()
        // React hands it to a dialog around this one too, which the browser does not.
        event.stopPropagation()
        onClose()
      }}
    >
      <h2 className="ui-dialog__title" id={titleId}>
        {title}
      </h2>
      <div className="ui-dialog__text" id={textId}>
        {children}
      </div>
      <div className="ui-dialog__actions">{actions}</div>
    </dialog>
  )
}
