import type { ReactNode } from 'react'

/** Text for those who listen to the page; it takes no room on the screen. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="ui-visually-hidden">{children}</span>
)
