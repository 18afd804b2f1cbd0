import type { ComponentType } from 'react'

/** One example: a file of its own in the page's `examples` folder. */
export type Example = {
  readonly title: string
  readonly Example: ComponentType
  /** Fills the page's width. Default: half of it. */
  readonly wide?: boolean
  /** Loads the file's text. The build adds it. */
  readonly source?: () => Promise<string>
}

/** An example whose code is loaded once the page stands: one with a library of its own. */
export type LateExample = Pick<Example, 'title' | 'wide'> & {
  readonly load: () => Promise<Pick<Example, 'Example' | 'source'>>
  /** Its height in pixels, in a column of a phone; its room is kept until it is there. */
  readonly height: number
}
