import { randomBytes } from 'node:crypto'

/** Leaves out letters that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const CODE_LENGTH = 10
const HALF = CODE_LENGTH / 2

export const newCode = (): string =>
  [...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')

/** Normal form of a code typed with spaces, hyphens and capitals. A code has 50 random bits. */
export const plainCode = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z\d]/g, '')

export const spacedCode = (code: string): string => `${code.slice(0, HALF)}-${code.slice(HALF)}`
