import type { Palette } from './palette.ts'

/** A drawn chart. */
export type Drawing = {
  /** Called when the place has another size. Libraries that observe their place do without. */
  readonly fit?: () => void
  /** Removes the chart with its listeners, timers and elements. */
  readonly remove: () => void
}

/** Draws a chart into an empty element that has a size. `still` is true for people who prefer less motion. */
export type Draw = (place: HTMLElement, palette: Palette, still: boolean) => Drawing

/** Loads the library of a chart, and resolves with the function that draws it. */
export type LoadDraw = () => Promise<Draw>
