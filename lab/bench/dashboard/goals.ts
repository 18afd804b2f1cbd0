import type { Figure, Row } from '../section.ts'
import { median, spread } from '../statistics.ts'
import { opponents, SINGLE_BUNDLE } from '../opponents/opponents.ts'
import { networkTime } from './network-time.ts'
import type { VisitsAgain } from './visit-again.ts'
import type { Visit } from './visit.ts'

export const SLOWDOWN = 4

export type Measured = {
  readonly name: string
  readonly fast: readonly Visit[]
  readonly slow: readonly Visit[]
  readonly desktop: readonly Visit[]
  readonly http1: readonly Visit[]
  readonly http2: readonly Visit[]
  readonly again: readonly VisitsAgain[]
  readonly blocked: readonly number[]
  readonly deep: Visit
  readonly sent: number
}

const SPEEDS = [
  { of: 'fast', words: '' },
  { of: 'slow', words: `, processor ${SLOWDOWN} times slower` },
] as const

const seconds = (values: readonly number[]): string => {
  const [from, to] = spread(values).map((value) => (value / 1000).toFixed(2))
  return `${(median(values) / 1000).toFixed(2)} s (${from} to ${to})`
}
const milliseconds = (values: readonly number[]): string => {
  const [from, to] = spread(values).map((value) => value.toFixed(0))
  return `${median(values).toFixed(0)} ms (${from} to ${to})`
}
export const kilobytes = (values: readonly number[]): string => `${(median(values) / 1000).toFixed(1)} KB`

export const changedBytes = ({ again }: { readonly again: readonly VisitsAgain[] }) =>
  again.map(({ changed }) => changed.fileBytes)

type Quantity = {
  readonly what: string
  readonly unit: Figure['unit']
  readonly valuesOf: (measured: Measured) => readonly number[]
  readonly show: (values: readonly number[]) => string
  /** Largest share of an opponent's median, by name. */
  readonly shares?: Readonly<Record<string, number>>
  readonly limit?: { readonly most: number; readonly words: string }
  readonly floor?: (measured: Measured) => string
}

/** Against each other opponent ours is ahead. */
const AHEAD = Object.fromEntries(
  opponents.filter(({ page }) => page !== 'plain').map(({ name }) => [name, 0.99] as const),
)

const quantities: readonly Quantity[] = [
  {
    what: 'rounds of requests until the dashboard has its code',
    unit: 'rounds',
    valuesOf: ({ deep }) => [deep.depth],
    show: (values) => String(median(values)),
    limit: { most: 2, words: 'at most 2' },
  },
  {
    what: 'bytes until the dashboard stands, by the browser',
    unit: 'bytes',
    valuesOf: ({ fast }) => fast.map(({ bytes }) => bytes),
    show: kilobytes,
    shares: { [SINGLE_BUNDLE]: 1 },
  },
  {
    what: 'bytes of one whole visit, by the server: calls, late font and all headers',
    unit: 'bytes',
    valuesOf: ({ sent }) => [sent],
    show: kilobytes,
    shares: { ...AHEAD, [SINGLE_BUNDLE]: 1 },
  },
  ...SPEEDS.flatMap(({ of, words }): Quantity[] => [
    {
      what: `time until the dashboard stands${words}`,
      unit: 'ms',
      valuesOf: (measured) => measured[of].map(({ stands }) => stands),
      show: seconds,
      shares: { ...AHEAD, [SINGLE_BUNDLE]: 0.92 },
      floor: networkTime(of),
    },
    {
      what: `time until the first paint of content${words}`,
      unit: 'ms',
      valuesOf: (measured) => measured[of].map(({ firstPaint }) => firstPaint),
      show: seconds,
      shares: { ...AHEAD, [SINGLE_BUNDLE]: 0.6 },
    },
  ]),
  {
    what: `blocking time of the whole load, processor ${SLOWDOWN} times slower`,
    unit: 'ms',
    valuesOf: ({ blocked }) => blocked,
    show: milliseconds,
    shares: { ...AHEAD, [SINGLE_BUNDLE]: 0.3 },
  },
  {
    what: 'bytes until the dashboard stands, desktop with the chart',
    unit: 'bytes',
    valuesOf: ({ desktop }) => desktop.map(({ bytes }) => bytes),
    show: kilobytes,
  },
  {
    what: 'time until the dashboard stands, desktop with the chart',
    unit: 'ms',
    valuesOf: ({ desktop }) => desktop.map(({ stands }) => stands),
    show: seconds,
    shares: { ...AHEAD, [SINGLE_BUNDLE]: 0.95 },
    floor: networkTime('desktop'),
  },
  ...(['http1', 'http2'] as const).flatMap((http): Quantity[] => {
    const words = `, ${http === 'http1' ? 'HTTP/1.1' : 'HTTP/2'} with handshakes`
    return [
      {
        what: `time until the dashboard stands${words}`,
        unit: 'ms',
        valuesOf: (measured) => measured[http].map(({ stands }) => stands),
        show: seconds,
      },
      {
        what: `time until the first paint of content${words}`,
        unit: 'ms',
        valuesOf: (measured) => measured[http].map(({ firstPaint }) => firstPaint),
        show: seconds,
      },
    ]
  }),
  {
    what: 'bytes of a second visit, by the browser',
    unit: 'bytes',
    valuesOf: ({ again }) => again.map(({ warm }) => warm.bytes),
    show: kilobytes,
    shares: { ...AHEAD, [SINGLE_BUNDLE]: 1 },
  },
  {
    what: 'time until the dashboard stands, second visit',
    unit: 'ms',
    valuesOf: ({ again }) => again.map(({ warm }) => warm.stands),
    show: seconds,
    shares: { ...AHEAD, [SINGLE_BUNDLE]: 0.9 },
  },
  {
    what: 'time until the dashboard stands, after one remote changed',
    unit: 'ms',
    valuesOf: ({ again }) => again.map(({ changed }) => changed.stands),
    show: seconds,
    shares: AHEAD,
  },
  {
    what: 'files after one remote changed, with the headers of their answers',
    unit: 'bytes',
    valuesOf: changedBytes,
    show: kilobytes,
  },
]

const rowsOf = (quantity: Quantity, ours: Measured, others: readonly Measured[]): Row[] => {
  const { what, unit, valuesOf, show, shares = {}, limit, floor } = quantity
  const own = valuesOf(ours)
  const figureOf = ({ name }: Measured, values: readonly number[]): Figure => ({
    name: `${what}: ${name}`,
    unit,
    values,
  })
  return [
    {
      what,
      value: show(own),
      figures: [figureOf(ours, own)],
      ...(limit && { goal: limit.words, met: median(own) <= limit.most }),
      ...(floor && { floor: floor(ours) }),
    },
    ...others.flatMap((other): Row | Row[] => {
      const values = valuesOf(other)
      if (values.length === 0) return []
      const share = median(own) / median(values)
      const most = shares[other.name]
      return {
        what: `… ${other.name}`,
        value: `${show(values)}${Number.isFinite(share) ? `: ours ${share.toFixed(2)} ×` : ''}`,
        figures: [figureOf(other, values)],
        ...(most !== undefined && { goal: `ours at most ${most} ×`, met: share <= most }),
      }
    }),
  ]
}

export const dashboardRows = ([ours, ...others]: readonly Measured[]): Row[] =>
  ours ? quantities.flatMap((quantity) => rowsOf(quantity, ours, others)) : []
