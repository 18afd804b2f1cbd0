import type { ComponentType } from 'react'

/** One example: a file of its own in the page's `examples` folder. */
export type Example = {
  readonly title: string
  readonly Example: ComponentType
  /** As wide as the page; half of it by default. */
  readonly wide?: boolean
  /** The file's text; the build adds it. */
  readonly source?: string
}
