import { int, object, optional, positive, regex, string, type infer as Infer } from 'zod/mini'

/**
 * The API reports a call's session to the gateway here, so no browser is trusted. The gateway keeps
 * it private.
 */
export const SESSION_FACTS_HEADER = 'x-atalaia-session'

const text = string().check(regex(/^[\w.-]{1,64}$/))
export const sessionFactsSchema = object({ organisation: text, role: optional(text), until: int().check(positive()) })

/** An account's organisation, role and session end in milliseconds since 1970. */
export type SessionFacts = Infer<typeof sessionFactsSchema>

export const writeSessionFacts = (facts: SessionFacts): string => JSON.stringify(facts)

export const readSessionFacts = (value: unknown): SessionFacts | undefined => {
  if (typeof value !== 'string') return undefined
  try {
    return sessionFactsSchema.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}
