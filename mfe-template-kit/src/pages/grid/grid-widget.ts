import type { ComponentType } from 'react'

export type GridExampleProps = {
  /** Takes the widget out of the grid until the grid is reset. */
  readonly onRemove: () => void
}

/** A widget of the grid: a file of its own in `examples`. */
export type GridWidget = {
  readonly id: string
  readonly title: string
  readonly Example: ComponentType<GridExampleProps>
  /** Keeps its place among the others. */
  readonly locked?: boolean
  /** The file's text; the build adds it. */
  readonly source?: string
}
