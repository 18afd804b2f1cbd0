import type { ComponentType } from 'react'

/** A file in the page's `examples` folder. */
export type Example = {
  readonly title: string
  readonly Example: ComponentType
  /** Default: half the page's width. */
  readonly wide?: boolean
  readonly source?: () => Promise<string>
}

/** Its code, with a library, loads after the page. */
export type LateExample = Pick<Example, 'title' | 'wide'> & {
  readonly load: () => Promise<Pick<Example, 'Example' | 'source'>>
  /** In pixels, in a phone's column; reserves its room. */
  readonly height: number
}
