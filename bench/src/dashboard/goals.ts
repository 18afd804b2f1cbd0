import type { Figure, Row } from '../section.ts'
import { median, spread } from '../statistics.ts'
import { DEFAULT_FEDERATION, SINGLE_BUNDLE } from './opponents.ts'
import type { Visit } from './visit.ts'

/** A cheap phone's processor against this machine's: so many times slower. */
export const SLOWDOWN = 4

/** The visits of one variant. */
export type Measured = {
  readonly name: string
  readonly fast: readonly Visit[]
  readonly slow: readonly Visit[]
  /** With a long delay, which shows the rounds of requests. */
  readonly deep: Visit
  /** Bytes that its server sent in that visit: headers and calls included. */
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
const milliseconds = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`
const kilobytes = (values: readonly number[]): string => `${(median(values) / 1000).toFixed(1)} KB`

type Quantity = {
  readonly what: string
  readonly unit: Figure['unit']
  readonly valuesOf: (measured: Measured) => readonly number[]
  readonly show: (values: readonly number[]) => string
  /** The largest share of an opponent's median that ours may be, by the opponent's name. */
  readonly shares?: Readonly<Record<string, number>>
  /** The largest value that ours may have, and its words. */
  readonly limit?: { readonly most: number; readonly words: string }
}

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
    shares: { [SINGLE_BUNDLE]: 1.05 },
  },
  {
    what: 'bytes of one visit, by the server, calls and their headers included',
    unit: 'bytes',
    valuesOf: ({ sent }) => [sent],
    show: kilobytes,
  },
  ...SPEEDS.flatMap(({ of, words }): Quantity[] => [
    {
      what: `time until the dashboard stands${words}`,
      unit: 'ms',
      valuesOf: (measured) => measured[of].map(({ stands }) => stands),
      show: seconds,
      shares: { [SINGLE_BUNDLE]: 0.95, [DEFAULT_FEDERATION]: 0.6 },
    },
    {
      what: `time until the first paint of content${words}`,
      unit: 'ms',
      valuesOf: (measured) => measured[of].map(({ firstPaint }) => firstPaint),
      show: seconds,
      shares: { [SINGLE_BUNDLE]: 0.45 },
    },
  ]),
  {
    what: `blocking time, processor ${SLOWDOWN} times slower`,
    unit: 'ms',
    valuesOf: ({ slow }) => slow.map(({ blocked }) => blocked),
    show: milliseconds,
    limit: { most: 49, words: 'under 50 ms' },
  },
]

/** The rows of one quantity: ours with its goals, then each opponent with our share of it. */
const rowsOf = (quantity: Quantity, ours: Measured, others: readonly Measured[]): Row[] => {
  const { what, unit, valuesOf, show, shares = {}, limit } = quantity
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
    },
    ...others.map((other): Row => {
      const values = valuesOf(other)
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

/** All quantities of the dashboard, ours first, against all others. */
export const dashboardRows = ([ours, ...others]: readonly Measured[]): Row[] =>
  ours ? quantities.flatMap((quantity) => rowsOf(quantity, ours, others)) : []
