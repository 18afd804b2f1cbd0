import { Pagination } from '@atalaia/ui'
import type { ComponentProps } from 'react'
import './list-foot.css'

type ListFootProps = ComponentProps<typeof Pagination> & {
  readonly found: string
}

export const ListFoot = ({ found, ...pages }: ListFootProps) => (
  <div className="analytics-list-foot">
    <p role="status">{found}</p>
    <Pagination {...pages} />
  </div>
)
