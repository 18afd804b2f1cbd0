import type { MouseEventHandler } from 'react'

export type PageProps = {
  /** P-LANDING-11 */
  readonly brand: string
  /** Navigates within the document. Without it, links load their pages. */
  readonly onFollow?: MouseEventHandler<HTMLAnchorElement>
}
