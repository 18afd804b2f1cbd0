import { SINGLE_BUNDLE, SPLIT_BUNDLE } from '../opponents/opponents.ts'
import type { Row } from '../section.ts'
import { median } from '../statistics.ts'
import { changedBytes, kilobytes, type Measured } from './goals.ts'
import type { VisitsAgain } from './visit-again.ts'

const MAX_DELTA_BYTES = 1000
const MAX_WHOLE_SHARE = 0.16

export const changedRows = ([ours, ...others]: readonly Measured[], whole: readonly VisitsAgain[]): Row[] => {
  if (!ours) return []
  const content = ours.again.map(({ changed }) => changed.contentBytes)
  const wholeBytes = changedBytes({ again: whole })
  const shares = [SINGLE_BUNDLE, SPLIT_BUNDLE].flatMap((name): Row[] => {
    const other = others.find((one) => one.name === name)
    if (!other) return []
    const share = median(wholeBytes) / median(changedBytes(other))
    const goal = { goal: `at most ${MAX_WHOLE_SHARE} ×`, met: share <= MAX_WHOLE_SHARE }
    return [{ what: `… … as a share of ${name}`, value: `${share.toFixed(3)} ×`, ...(name === SINGLE_BUNDLE && goal) }]
  })
  return [
    {
      what: '… ours, deltas and hashes alone, without the headers of their answers',
      value: kilobytes(content),
      goal: `at most ${MAX_DELTA_BYTES / 1000} KB`,
      met: median(content) <= MAX_DELTA_BYTES,
      figures: [{ name: 'deltas after one remote changed, without headers', unit: 'bytes', values: content }],
    },
    {
      what: '… ours, in a browser without dictionaries',
      value: kilobytes(wholeBytes),
      figures: [{ name: 'files after one remote changed, without dictionaries', unit: 'bytes', values: wholeBytes }],
    },
    ...shares,
  ]
}
