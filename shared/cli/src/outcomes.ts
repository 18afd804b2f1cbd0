import { AUDIENCE_KINDS, moveAnswer, reasonsAnswer, type Audience, type Move, type Reason } from '@atalaia/artifact'
import { z } from 'zod'
import { EXIT, type Outcome } from './base/command-line.ts'
import { plainLine } from './base/error-text.ts'
import type { Answer } from './client.ts'

/** Readable part of a problem (RFC 9457). */
const problem = z.object({ message: z.string() })

/** One line each. */
export const reasonLines = (reasons: readonly Reason[]): string[] =>
  reasons.map(({ code, message }) => `  ${code}: ${message}`)

/** Browsers of a canary version; empty: all. */
export const audienceText = (audience: Audience | null): string => {
  const rules = AUDIENCE_KINDS.flatMap((kind) => {
    const values = audience?.[kind]
    return values === undefined ? [] : `${kind}=${values.join(',')}`
  })
  return rules.length === 0 ? '' : ` for ${rules.join(' ')}`
}

const what = ({ action, version, previous, candidate, percent, audience }: Move): string => {
  if (action === 'canary') return `canary ${candidate} at ${percent} %${audienceText(audience)}`
  if (action === 'promote') return `promote ${version}`
  return `rollback ${previous} → ${version ?? 'nothing published'}`
}

export const moveLine = (move: Move): string =>
  [
    move.at,
    move.channel.padEnd(8),
    what(move),
    `by ${move.who}`,
    ...(move.approvedBy === null ? [] : [`approved by ${move.approvedBy}`]),
    ...(move.why === null ? [] : [`because ${move.why}`]),
    ...(move.overruled.length > 0 ? [`(overruled: ${move.overruled.map(({ code }) => code).join(', ')})`] : []),
  ].join('  ')

/** Each line stays one line, despite other teams' texts. */
export const linesOf = (lines: readonly string[]) => `${lines.map(plainLine).join('\n')}\n`

/** The outcome of an order that was not carried out. */
export const refusal = ({ status, body }: Answer): Outcome => {
  const reasons = reasonsAnswer.safeParse(body)
  if (reasons.success)
    return { text: linesOf(['refused:', ...reasonLines(reasons.data.reasons)]), json: body, code: EXIT.failed }
  const said = problem.safeParse(body)
  const text = said.success ? said.data.message : `the gateway answered ${status}`
  return { text: linesOf([text]), json: body, code: EXIT.failed }
}

/** Reads answers with `schema`, prints `say`; failures keep the gateway's words. */
export const tell =
  <Schema extends z.core.$ZodType>(schema: Schema, say: (value: z.output<Schema>) => readonly string[]) =>
  (answer: Answer): Outcome =>
    answer.status >= 300 ? refusal(answer) : { text: linesOf(say(z.parse(schema, answer.body))), json: answer.body }

export const adviceLines = (advice: readonly Reason[] | undefined): string[] =>
  advice && advice.length > 0 ? ['advice:', ...reasonLines(advice)] : []

/** The answer of an order that moves a channel. */
export const moveLines = (answer: z.output<typeof moveAnswer>): string[] =>
  answer.status === 'moved' ? [moveLine(answer.move), ...adviceLines(answer.advice)] : ['nothing to do']

export const tellMove = tell(moveAnswer, moveLines)

export const or = (lines: string[], none: string) => (lines.length > 0 ? lines : [none])
