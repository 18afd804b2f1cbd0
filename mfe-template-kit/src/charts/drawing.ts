import type { Palette } from './palette.ts'

/** A chart that stands in the page. */
export type Drawing = {
  /** The place has another size. Not needed by a library that watches its place itself. */
  readonly fit?: () => void
  /** Takes the chart apart: its listeners, timers and elements. */
  readonly remove: () => void
}

/** What draws a chart into an empty element that has a size. `still`: the person asked for less motion. */
export type Draw = (place: HTMLElement, palette: Palette, still: boolean) => Drawing
