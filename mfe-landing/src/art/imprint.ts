import { dots, round, type Point } from './geometry.ts'

export const imprintSize = { width: 640, height: 360 } as const

export const reading: readonly [Point, Point, Point] = [
  [30, 36],
  [112, 232],
  [330, 232],
]

const letters: readonly Point[] = Array.from({ length: 9 }, (_, index): Point => [112 + index * 26, 196])

export const password = { field: { x: 84, y: 160, width: 264, height: 72, rx: 10 }, letters: dots(letters) } as const

const centre: Point = [500, 196]

export const ridges: readonly { readonly d: string; readonly dash: string }[] = Array.from(
  { length: 8 },
  (_, index) => {
    const across = 8 + index * 11.5
    const up = 10 + index * 14
    const down = 22 + index * 7 + (index % 3) * 12
    const [x, y] = centre
    return {
      d: `M${round(x - across)} ${y + down}V${y}A${across} ${up} 0 0 1 ${round(x + across)} ${y}V${y + down - (index % 2) * 16}`,
      dash: `${46 + index * 17} 9 ${30 + index * 9} 7 ${70 + index * 6} 10`,
    }
  },
)

export const passage = dots(Array.from({ length: 5 }, (_, index): Point => [360 + index * 9, 196]))
