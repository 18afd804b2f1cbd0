import type { Move, Reason } from '../registry/repository/records.ts'

export const reasonLines = (reasons: readonly Reason[]): string[] =>
  reasons.map(({ code, message }) => `  ${code}: ${message}`)

const what = ({ action, version, previous, candidate, percent }: Move): string => {
  if (action === 'canary') return `canary ${candidate} at ${percent} %`
  if (action === 'promote') return `promote ${version}`
  return `rollback ${previous} → ${version ?? 'nothing published'}`
}

export const moveLine = (move: Move): string =>
  [
    move.at,
    move.channel.padEnd(8),
    what(move),
    `by ${move.who}`,
    ...(move.why === null ? [] : [`because ${move.why}`]),
    ...(move.overruled.length > 0 ? [`(overruled: ${move.overruled.map(({ code }) => code).join(', ')})`] : []),
  ].join('  ')
