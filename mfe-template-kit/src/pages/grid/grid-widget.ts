import type { ComponentType } from 'react'

export type GridExampleProps = {
  /** Removes the widget until the grid is reset. */
  readonly onRemove: () => void
}

/** A widget of the grid: a file of its own in `examples`. */
export type GridWidget = {
  readonly id: string
  readonly title: string
  readonly Example: ComponentType<GridExampleProps>
  /** A locked widget keeps its place. */
  readonly locked?: boolean
  /** Loads the file's text. The build adds it. */
  readonly source?: () => Promise<string>
}
