import { randomBytes } from 'node:crypto'

/** No letter that is read as another one. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 10
const HALF = CODE_LENGTH / 2

/** A code of 50 random bits that people copy by hand, as {@link plainCode} has it. */
export const newCode = (): string =>
  [...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

/** The one form of a code that may be written with spaces, hyphens and capitals. */
export const plainCode = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z\d]/g, '')

/** The form in which a code is shown. */
export const spacedCode = (code: string): string => `${code.slice(0, HALF)}-${code.slice(HALF)}`
