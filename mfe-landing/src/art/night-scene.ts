import { dots, inTriangle, scatter, type Point } from './geometry.ts'

export const sceneSize = { width: 1440, height: 720 } as const

export const lantern: Point = [1180, 196]

export const cone: readonly [Point, Point, Point] = [lantern, [350, 720], [860, 720]]

const HORIZON = 508

type Spot = { readonly point: Point; readonly near: boolean; readonly lit: boolean; readonly leak: boolean }

/** In perspective: denser rows and finer dots towards the horizon. */
const field: readonly Spot[] = Array.from({ length: 17 }, (_, row) => {
  const y = HORIZON + 14 + 3.5 * row ** 1.44
  const step = 18 + row * 3
  const columns = Math.ceil(sceneSize.width / step) + 2
  return Array.from({ length: columns }, (__, column): Spot => {
    const jitter = (scatter(column, row) - 0.5) * step * 0.34
    const point: Point = [720 + (column - columns / 2 + (row % 2) / 2) * step + jitter, y]
    const lit = inTriangle(point, cone)
    return { point, near: row > 7, lit, leak: lit && row > 2 && row < 14 && scatter(row, column) > 0.9 }
  })
}).flat()

const where = (wanted: (spot: Spot) => boolean) => field.filter(wanted).map(({ point }) => point)

export const fieldDots = {
  dimFar: dots(where(({ lit, near }) => !lit && !near)),
  dimNear: dots(where(({ lit, near }) => !lit && near)),
  litFar: dots(where(({ lit, near, leak }) => lit && !near && !leak)),
  litNear: dots(where(({ lit, near, leak }) => lit && near && !leak)),
  leaks: where(({ leak }) => leak),
} as const

export const stars: string = dots(
  Array.from({ length: 64 }, (_, index): Point => {
    const x = scatter(index, 3) * sceneSize.width
    return [x, 20 + scatter(index, 11) ** 1.4 * 400]
  }),
)

export const hills = {
  back: 'M-40 470C110 452 240 420 400 436S660 492 820 500',
  front: 'M534 513C784 509 964 492 1074 462C1120 449 1240 447 1290 462C1384 490 1464 503 1584 509V516H534Z',
  crest: 'M534 513C784 509 964 492 1074 462C1120 449 1240 447 1290 462C1384 490 1464 503 1584 509',
  slopes: [
    'M824 512C944 505 1024 495 1088 478C1134 466 1230 465 1276 478C1354 498 1414 506 1474 511',
    'M944 513C1014 508 1064 501 1108 491C1150 482 1216 482 1258 491C1314 502 1354 508 1394 512',
    'M1054 513C1088 510 1114 506 1138 501C1168 496 1198 496 1228 501C1260 507 1284 510 1306 512',
  ],
} as const

export const tower = {
  legs: 'M1148 456L1165 232M1212 456L1195 232',
  braces:
    'M1151 416H1209M1155 366H1205M1159 316H1201M1162 270H1198M1148 456L1209 416M1212 456L1151 416' +
    'M1151 416L1205 366M1209 416L1155 366M1155 366L1201 316M1205 366L1159 316M1159 316L1198 270M1201 316L1162 270',
  platform: 'M1142 232H1218M1146 232V218H1214V232M1158 218V232M1180 218V232M1202 218V232',
  cabin: 'M1160 218V178H1200V218Z',
  roof: 'M1150 178H1210L1180 150ZM1180 150V128',
} as const
