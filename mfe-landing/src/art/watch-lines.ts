import { dots, inTriangle, round, scatter, type Point } from './geometry.ts'

export const linesSize = { width: 1200, height: 420 } as const

const baseline = 376

/** Where the light comes in and falls. */
export const shaft: readonly [Point, Point, Point] = [
  [930, -60],
  [452, baseline],
  [800, baseline],
]

/** One line a day for three months: some days stand out. */
const days = Array.from({ length: 92 }, (_, day) => {
  const x = 54 + day * 12
  const swell = 54 + 38 * Math.sin(day / 9) + 26 * Math.sin(day / 4.1 + 1)
  const peak = 96 * Math.exp(-(((day - 50) / 7) ** 2)) + 50 * Math.exp(-(((day - 17) / 4) ** 2))
  const tip: Point = [x, baseline - swell - peak - scatter(day, 5) * 34]
  const lit = inTriangle([x, (tip[1] + baseline) / 2], shaft)
  return { tip, lit, found: lit && scatter(day, 23) > 0.68 }
})

const strokes = (lit: boolean) =>
  days
    .filter((day) => day.lit === lit)
    .map(({ tip: [x, y] }) => `M${round(x)} ${baseline}V${round(y)}`)
    .join('')

export const dayLines = {
  dim: strokes(false),
  lit: strokes(true),
  tips: dots(days.filter((day) => !day.lit).map(({ tip }) => tip)),
  found: days.filter((day) => day.found).map(({ tip }) => tip),
  ground: `M0 ${baseline}H${linesSize.width}`,
} as const
