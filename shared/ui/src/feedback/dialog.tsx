import { useId, useRef, type ReactNode } from 'react'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  open: boolean
  title: string
  children: ReactNode
  /** Whether the content is read out with the title, as a question is and a list is not. Default: true. */
  isReadOut?: boolean
  /** The buttons. The first one takes the focus, so it must be the harmless one. */
  actions: ReactNode
  /** Called on Escape. The dialog stays open until `open` is false. */
  onClose: () => void
}

/** A modal dialog: the page behind it is inert, and the focus returns to its former place. */
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
