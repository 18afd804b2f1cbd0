import type { ReactNode } from 'react'
import './text-button.css'

type TextButtonProps = {
  readonly title?: string
  readonly opensDialog?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Opens details; pointer and focus reveal it, like links of rows. */
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
