import type { ReactNode } from 'react'
import './text-button.css'

type TextButtonProps = {
  /** A longer text, which a pointer over it shows. */
  readonly title?: string
  readonly opensDialog?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** A text that opens what it tells of, and looks as the text around it does: the pointer and the focus tell it, as with links of rows. */
export const TextButton = ({ title, opensDialog, onClick, children }: TextButtonProps) => (
  <button
    type="button"
    className="analytics-opens"
    title={title}
    aria-haspopup={opensDialog ? 'dialog' : undefined}
    onClick={onClick}
  >
    {children}
  </button>
)
