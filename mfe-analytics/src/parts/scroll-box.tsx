import type { ReactNode } from 'react'

export type ScrollBoxProps = { readonly label: string; readonly className?: string; readonly children: ReactNode }

/** What is wider or longer than its place scrolls in this box, never the page; by keyboard too. */
export const ScrollBox = ({ label, className = '', children }: ScrollBoxProps) => (
  <div
    className={`ui-table-scroll ${className}`}
    role="region"
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
  >
    {children}
  </div>
)
