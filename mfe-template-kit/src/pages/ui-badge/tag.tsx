import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'accent' | 'success' | 'info' | 'warning' | 'danger'

/** A short label that classifies the text beside it. */
export const Tag = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`kit-tag kit-tag--${tone}`}>{children}</span>
)
