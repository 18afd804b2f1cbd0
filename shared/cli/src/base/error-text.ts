import { z } from 'zod'

const codedSchema = z.object({ code: z.string() })
const spokenSchema = z.object({ message: z.string().min(1) })
const joinedSchema = z.object({ errors: z.array(z.unknown()).min(1) })

/** Code of Node or PostgreSQL, such as `ENOENT` or `23505`. */
export const codeOf = (error: unknown): string | undefined => codedSchema.safeParse(error).data?.code

/** One line if possible. An `AggregateError` without text gives its first error's text. */
export const messageOf = (error: unknown): string => {
  const own = spokenSchema.safeParse(error).data?.message
  if (own !== undefined) return own
  const joined = joinedSchema.safeParse(error).data
  return joined === undefined ? String(error) : messageOf(joined.errors[0])
}

/** Signs that break lines, control a terminal, or turn the direction. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** One line; replaces unprintable signs by numbers, `\u{1b}`. */
export const plainLine = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
