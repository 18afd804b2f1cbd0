export type Point = { readonly at: number; readonly value: number }

export type Feed = {
  /** Last {@link POINT_COUNT} points; a new array after each `add`. */
  readonly points: () => readonly Point[]
  readonly add: () => void
  readonly subscribe: (added: (point: Point) => void) => () => void
}

/** The time between two points (P-KIT-23). */
export const PERIOD_MS = 1000

export const POINT_COUNT = 30

type FeedOptions = { readonly now: () => number; readonly next: () => number }

/** Full from the start, one point a period. */
export const createFeed = ({ now, next }: FeedOptions): Feed => {
  const start = now()
  const listeners = new Set<(point: Point) => void>()
  let points: readonly Point[] = Array.from({ length: POINT_COUNT }, (_, index) => ({
    at: start - (POINT_COUNT - 1 - index) * PERIOD_MS,
    value: next(),
  }))
  return {
    points: () => points,
    add: () => {
      const point = { at: now(), value: next() }
      points = [...points.slice(1), point]
      for (const tell of listeners) tell(point)
    },
    subscribe: (added) => {
      listeners.add(added)
      return () => listeners.delete(added)
    },
  }
}
