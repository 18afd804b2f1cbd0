import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'accent' | 'success' | 'info' | 'warning' | 'danger'

/** A word that classifies what stands beside it. */
export const Tag = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`kit-tag kit-tag--${tone}`}>{children}</span>
)
