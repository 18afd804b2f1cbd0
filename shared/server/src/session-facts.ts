import { int, object, optional, positive, regex, string, type infer as Infer } from 'zod/mini'

/**
 * Header of an answer in which the API tells a gateway whose session the call was, so that the gateway need not believe the
 * browser. The gateway keeps it to itself.
 */
export const SESSION_FACTS_HEADER = 'x-atalaia-session'

const text = string().check(regex(/^[\w.-]{1,64}$/))
/** Schema of {@link SessionFacts}. */
export const sessionFactsSchema = object({ organisation: text, role: optional(text), until: int().check(positive()) })

/** The session of an account: its organisation, its role there, and the time at which it ends, in milliseconds since 1970. */
export type SessionFacts = Infer<typeof sessionFactsSchema>

/** The header's value. */
export const writeSessionFacts = (facts: SessionFacts): string => JSON.stringify(facts)

/** The facts in a header's value; `undefined` for everything else. */
export const readSessionFacts = (value: unknown): SessionFacts | undefined => {
  if (typeof value !== 'string') return undefined
  try {
    return sessionFactsSchema.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}
