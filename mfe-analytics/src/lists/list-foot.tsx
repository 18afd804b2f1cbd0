import { Pagination } from '@atalaia/ui'
import type { ComponentProps } from 'react'
import './list-foot.css'

type ListFootProps = ComponentProps<typeof Pagination> & {
  /** The number of rows of all pages, in words. */
  readonly found: string
}

/** Below the rows of a list: how many there are, and its pages. */
export const ListFoot = ({ found, ...pages }: ListFootProps) => (
  <div className="analytics-list-foot">
    <p role="status">{found}</p>
    <Pagination {...pages} />
  </div>
)
