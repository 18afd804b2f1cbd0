import type { Row } from './section.ts'
import { quantile } from './statistics.ts'

export type TimesRowOptions = {
  readonly what: string
  readonly values: readonly number[]
  /** Ascending; 1 is the slowest. */
  readonly shares: readonly number[]
  readonly goal?: { readonly share: number; readonly ms: number }
}

const nameOf = (share: number) => (share === 1 ? 'slowest' : `p${share * 100}`)

export const timesRow = ({ what, values, shares, goal }: TimesRowOptions): Row => ({
  what: `${what}: ${shares.map(nameOf).join(', ')}`,
  value: shares.map((share) => quantile(values, share).toFixed(0)).join(', ') + ' ms',
  figures: [{ name: what, unit: 'ms', values }],
  ...(goal && { goal: `${nameOf(goal.share)} under ${goal.ms} ms`, met: quantile(values, goal.share) < goal.ms }),
})
