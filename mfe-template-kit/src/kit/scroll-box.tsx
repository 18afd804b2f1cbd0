import type { ReactNode } from 'react'

/** What is wider than its place scrolls in it, by keyboard too. */
export const ScrollBox = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="ui-table-scroll" tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
)
