import { hash } from 'node:crypto'
import { object, string } from 'zod/mini'
import type { Database } from './database/database.ts'

const BLOCK = 64
const HEX_DIGITS = 32

export type Fingerprint = (address: string, password: string) => string

const padded = (key: Uint8Array, mask: number): Buffer => {
  const block = Buffer.alloc(BLOCK)
  block.set(key.length > BLOCK ? hash('sha256', key, 'buffer') : key)
  return Buffer.from(block.map((byte) => byte ^ mask))
}

/**
 * HMAC-SHA-256 of address and password, cut to 16 bytes (RFC 2104 section 5), in hexadecimal digits.
 * The address goes in so that the database does not tell which accounts have the same password.
 */
export const createFingerprint = (key: Uint8Array): Fingerprint => {
  // Node's createHmac costs ten times as much as two one-shot hashes, and an import needs one for each line.
  const inner = padded(key, 0x36)
  const outer = padded(key, 0x5c)
  return (address, password) => {
    const message = Buffer.from(`${address}\0${password}`)
    const digest = hash('sha256', Buffer.concat([inner, message]), 'buffer')
    return hash('sha256', Buffer.concat([outer, digest]), 'hex').slice(0, HEX_DIGITS)
  }
}

const PROOF = 'fingerprint_key'

/** Refuses a database that was filled with another key: every password would count a second time. */
export const proveFingerprintKey = async (database: Database, fingerprint: Fingerprint): Promise<void> => {
  const proof = fingerprint('proof', 'of the key')
  await database.execute('INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [PROOF, proof])
  const [kept] = await database.query(object({ value: string() }), 'SELECT value FROM setting WHERE name = $1', [PROOF])
  if (kept?.value !== proof) {
    throw new Error(
      'fingerprint key: this database was filled with another one; give that one back (keys/fingerprint.key)',
    )
  }
}
