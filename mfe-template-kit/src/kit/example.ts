import type { ComponentType } from 'react'

/** One example: a file of its own in the page's `examples` folder. */
export type Example = {
  readonly title: string
  readonly Example: ComponentType
  /** Fills the page's width. Default: half of it. */
  readonly wide?: boolean
  /** The file's text, which the build adds. */
  readonly source?: string
}
