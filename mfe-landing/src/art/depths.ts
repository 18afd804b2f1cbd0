import { dots, inTriangle, scatter, type Point } from './geometry.ts'

export const depthsSize = { width: 416, height: 460 } as const

export const plumb: readonly [Point, Point, Point] = [
  [208, -70],
  [92, 460],
  [324, 460],
]

const specks = Array.from({ length: 26 }, (_, row) =>
  Array.from({ length: 24 }, (__, column): Point => {
    const x = 4 + column * 17.8 + (row % 2) * 8.9 + (scatter(column, row) - 0.5) * 7
    return [x, 12 + row * 17.4 + (scatter(row, column) - 0.5) * 7]
  }),
).flat()

const lit = specks.filter((speck) => inTriangle(speck, plumb))
const isFound = ([x, y]: Point) => y > 30 && y < 440 && Math.abs(x - 208) < 10 + y / 5.6 && scatter(x, y) > 0.93

export const depthDots = {
  dim: dots(specks.filter((speck) => !inTriangle(speck, plumb))),
  lit: dots(lit.filter((speck) => !isFound(speck))),
  found: lit.filter(isFound),
} as const
