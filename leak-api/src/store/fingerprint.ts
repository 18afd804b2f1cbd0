import { hash } from 'node:crypto'
import type { Queryable } from '@atalaia/database'
import { createSettingsRepository } from './settings-repository.ts'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32
const HEX_DIGITS = 32
const MESSAGE_BYTES = 4096
/** UTF-8 needs at most this many for one of a string's units. */
const MAX_BYTES_PER_UNIT = 3

export type Fingerprint = (address: string, password: string) => string

/** The key's block of RFC 2104 in front, and room behind it for what is hashed with it. */
const paddedRoom = (key: Uint8Array, mask: number, room: number): Buffer => {
  const block = Buffer.alloc(BLOCK_BYTES + room)
  block.set(key.length > BLOCK_BYTES ? hash('sha256', Buffer.from(key), 'buffer') : key)
  for (let at = 0; at < BLOCK_BYTES; at++) block[at] = (block[at] ?? 0) ^ mask
  return block
}

/**
 * HMAC-SHA-256 of address and password, cut to 16 bytes (RFC 2104 section 5), in hexadecimal digits.
 * The address goes in so that the database does not tell which accounts have the same password.
 */
export const createFingerprint = (key: Uint8Array): Fingerprint => {
  // Node's createHmac costs ten times as much as two one-shot hashes, and an import needs one for each line.
  let inner = paddedRoom(key, 0x36, MESSAGE_BYTES)
  const outer = paddedRoom(key, 0x5c, DIGEST_BYTES)
  return (address, password) => {
    const message = `${address}\0${password}`
    const most = message.length * MAX_BYTES_PER_UNIT
    if (BLOCK_BYTES + most > inner.length) inner = paddedRoom(key, 0x36, most)
    const size = inner.write(message, BLOCK_BYTES)
    // 'binary' is a byte a character; a buffer for each digest would cost more than the digest.
    outer.write(hash('sha256', inner.subarray(0, BLOCK_BYTES + size), 'binary'), BLOCK_BYTES, 'binary')
    return hash('sha256', outer, 'hex').slice(0, HEX_DIGITS)
  }
}

const KEY_PROOF = 'fingerprint_key'

/** Throws when the database was filled with another key: every password would count a second time. */
export const proveFingerprintKey = async (database: Queryable, fingerprint: Fingerprint): Promise<void> => {
  const settings = createSettingsRepository(database)
  const proof = fingerprint('proof', 'of the key')
  await settings.add(KEY_PROOF, proof)
  if ((await settings.get(KEY_PROOF)) === proof) return
  throw new Error(
    'fingerprint key: this database was filled with another one; give that one back (keys/fingerprint.key)',
  )
}
