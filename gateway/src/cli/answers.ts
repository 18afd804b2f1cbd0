import { z } from 'zod'
import { moveRow, pointerRow, reasonSchema, tokenRow, type Move, type Reason } from '../versions/rows.ts'

export const messageAnswer = z.object({ message: z.string() })
export const reasonsAnswer = z.object({ reasons: z.array(reasonSchema) })
export const moveAnswer = z.union([
  z.object({ status: z.literal('moved'), move: moveRow }),
  z.object({ status: z.literal('unchanged') }),
])
export const historyAnswer = z.object({ moves: z.array(moveRow) })
export const publishAnswer = z.object({
  status: z.enum(['published', 'unchanged']),
  name: z.string(),
  version: z.string(),
})
export const listAnswer = z.object({
  pointers: z.array(pointerRow),
  built: z.array(z.object({ name: z.string(), version: z.string(), owner: z.string() })),
  artifacts: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      owner: z.string(),
      publishedAt: z.string(),
      publishedBy: z.string(),
      prunedAt: z.string().nullable(),
    }),
  ),
})
export const tokensAnswer = z.object({ tokens: z.array(tokenRow) })
export const newTokenAnswer = z.object({ id: z.string(), token: z.string() })
export const prunedAnswer = z.object({ pruned: z.array(z.object({ name: z.string(), version: z.string() })) })
export const keyAnswer = z.object({ key: z.string(), until: z.string() })

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
