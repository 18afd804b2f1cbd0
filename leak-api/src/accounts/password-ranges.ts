import { createHash } from 'node:crypto'
import { fetchForeign, messageOf } from '@atalaia/server'

const PREFIX = 5
const MAX_BYTES = 512 * 1024
const TIMEOUT_MS = 2000

export type RangeLog = { warn(facts: object, message: string): void }

/**
 * A list of leaked passwords. It sees only the first five digits of a hash, so it learns no
 * password (P-API-21).
 */
export type PasswordRanges = {
  /** `false`, with a log line, when the list does not answer. */
  has(password: string): Promise<boolean>
}

/**
 * Reads `address` plus five digits, in the format of Have I Been Pwned's Pwned Passwords (SHA-1).
 * Answers are padded with lines that count 0, so their length reveals nothing.
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
