import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface ScrollBoxProps {
  label: string
  /** `group` for repeated labels. Default: `region`. */
  role?: 'region' | 'group'
  className?: string | undefined
  children: ReactNode
}

/** Scrolls large content instead of the page; by keyboard too. */
export const ScrollBox = ({ label, role = 'region', className, children }: ScrollBoxProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what has the focus
  <div className={cx('ui-table-scroll', className)} role={role} aria-label={label} tabIndex={0}>
    {children}
  </div>
)
