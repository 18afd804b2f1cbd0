import { regexes } from 'zod/mini'

/** Characters of the longest e-mail address (RFC 5321 section 4.5.3.1.3). */
export const MAX_ADDRESS_LENGTH = 254

/** The one spelling of an e-mail address in the database: trimmed, in lower case. */
export const normalAddress = (text: string): string => text.trim().toLowerCase()

/** The rule of the form that adds an address (`addEmailBodySchema`): a leak of any other could never be looked up. */
export const isAddress = (text: string): boolean => regexes.email.test(text)
