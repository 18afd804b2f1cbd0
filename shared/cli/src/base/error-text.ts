import { z } from 'zod'

const codedSchema = z.object({ code: z.string() })
const spokenSchema = z.object({ message: z.string().min(1) })
const joinedSchema = z.object({ errors: z.array(z.unknown()).min(1) })

/** The code that Node or PostgreSQL gave an error, such as `ENOENT` or `23505`; `undefined` when it has none. */
export const codeOf = (error: unknown): string | undefined => codedSchema.safeParse(error).data?.code

/**
 * The text of anything that was thrown, on one line where the error has one. An `AggregateError` without a text of its
 * own (a connection refused on each address) gives the text of its first error.
 */
export const messageOf = (error: unknown): string => {
  const own = spokenSchema.safeParse(error).data?.message
  if (own !== undefined) return own
  const joined = joinedSchema.safeParse(error).data
  return joined === undefined ? String(error) : messageOf(joined.errors[0])
}

/** Signs that end a line, move a terminal's cursor, colour it, or turn the direction of what follows. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A text as one line that a terminal shows as it is: such signs stand there as their numbers, `\u{1b}`. */
export const plainLine = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
