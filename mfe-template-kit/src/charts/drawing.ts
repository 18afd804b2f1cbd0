import type { Palette } from './palette.ts'

export type Drawing = {
  /** Called when the size changes. Self-observing libraries omit it. */
  readonly fit?: () => void
  /** Removes listeners, timers and elements too. */
  readonly remove: () => void
}

/** Needs an empty element with a size. `still`: the person prefers less motion. */
export type Draw = (place: HTMLElement, palette: Palette, still: boolean) => Drawing

export type LoadDraw = () => Promise<Draw>
