import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'accent' | 'success' | 'info' | 'warning' | 'danger'

type TagProps = {
  readonly tone: Tone
  /** Default: `outline`. */
  readonly look?: 'outline' | 'soft' | 'solid'
  readonly round?: boolean
  readonly children: ReactNode
}

/** Classifies the adjacent text. */
export const Tag = ({ tone, look = 'outline', round, children }: TagProps) => (
  <span className={`kit-tag kit-tag--${tone} kit-tag--${look}${round ? ' kit-tag--round' : ''}`}>{children}</span>
)
