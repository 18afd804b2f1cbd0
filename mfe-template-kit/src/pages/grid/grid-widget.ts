import type { ComponentType } from 'react'

export type GridExampleProps = {
  /** Until the grid is reset. */
  readonly onRemove: () => void
}

export type GridWidget = {
  readonly id: string
  readonly title: string
  readonly Example: ComponentType<GridExampleProps>
  /** A locked widget keeps its place. */
  readonly locked?: boolean
  readonly source?: () => Promise<string>
}
