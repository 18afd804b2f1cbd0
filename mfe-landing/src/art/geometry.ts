export type Point = readonly [x: number, y: number]

/** One decimal is finer than any screen, and keeps the document small. */
export const round = (value: number): number => Math.round(value * 10) / 10

export const dots = (points: readonly Point[]): string => points.map(([x, y]) => `M${round(x)} ${round(y)}h0`).join('')

/** The corners may have either direction. */
export const inTriangle = (point: Point, [a, b, c]: readonly [Point, Point, Point]): boolean => {
  const side = (from: Point, to: Point) =>
    (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
  const sides = [side(a, b), side(b, c), side(c, a)]
  return sides.every((value) => value >= 0) || sides.every((value) => value <= 0)
}

/** Pseudo-random, 0…1, the same in every build and browser. */
export const scatter = (column: number, row: number): number => {
  let hash = Math.imul(column + 101, 374761393) ^ Math.imul(row + 67, 668265263)
  hash = Math.imul(hash ^ (hash >>> 13), 1274126177)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296
}
