import type { MouseEventHandler } from 'react'

/** The props of the page and of its sections. */
export type PageProps = {
  /** The configured name of the product, in each place that names it (P-LANDING-11). */
  readonly brand: string
  /** Follows a link within the loaded document. Without it, the links load their pages. */
  readonly onFollow?: MouseEventHandler<HTMLAnchorElement>
}
