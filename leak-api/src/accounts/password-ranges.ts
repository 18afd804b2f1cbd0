import { createHash } from 'node:crypto'
import { fetchForeign, messageOf } from '@atalaia/server'

const PREFIX = 5
/** A padded answer has some 1,000 lines of 40 characters. */
const MAX_BYTES = 512 * 1024
/** People wait for it. */
const TIMEOUT_MS = 2000

export type RangeLog = { warn(facts: object, message: string): void }

/**
 * A list of leaked passwords that is asked by the first five digits of a hash, so that it learns no password
 * (P-API-21).
 */
export type PasswordRanges = {
  /** True where the list has the password; `false`, with a line in the log, where it cannot be asked. */
  has(password: string): Promise<boolean>
}

/**
 * The list at `address`, to which the five digits are appended, in the format of Have I Been Pwned's Pwned Passwords (SHA-1).
 * The number of lines tells nothing either: answers are padded, and padding counts 0.
 */
export const createPasswordRanges = (address: string, log: RangeLog): PasswordRanges => {
  const base = address.endsWith('/') ? address : `${address}/`
  const allowed = { origins: [new URL(base).origin], local: true }
  const ask = (prefix: string) =>
    fetchForeign(base + prefix, {
      allowed,
      maxBytes: MAX_BYTES,
      timeoutMs: TIMEOUT_MS,
      headers: { accept: 'text/plain', 'add-padding': 'true', 'user-agent': 'atalaia' },
    })
  return {
    has: async (password) => {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
      try {
        const lines = (await ask(hash.slice(0, PREFIX))).split(/\r?\n/)
        return lines.some((line) => {
          const [suffix, count] = line.split(':')
          return suffix?.toUpperCase() === hash.slice(PREFIX) && Number(count) > 0
        })
      } catch (error) {
        log.warn(
          { reason: messageOf(error) },
          'the list of leaked passwords cannot be asked: a password was not looked up',
        )
        return false
      }
    },
  }
}
