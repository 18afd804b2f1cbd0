import { hash } from 'node:crypto'
import { maxBytesOf, writeUtf8 } from './utf8.ts'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32
const FINGERPRINT_BYTES = 16
const MESSAGE_BYTES = 4096

export type Fingerprint = (address: string, password: string) => string

/**
 * First part of a password hash's message, instead of the address. Addresses contain an at-sign, so
 * passwords and hashes never share a fingerprint.
 */
const HASH_PREFIX = 'hash'

/** Fingerprints a password's hash; never equals a clear password's fingerprint (M-NUM-16). */
export const fingerprintOfHash = (fingerprint: Fingerprint, address: string, value: string): string =>
  fingerprint(HASH_PREFIX, `${address}\0${value}`)

const paddedRoom = (key: Uint8Array, mask: number, room: number): Buffer => {
  const block = Buffer.alloc(BLOCK_BYTES + room)
  block.set(key.length > BLOCK_BYTES ? hash('sha256', Buffer.from(key), 'buffer') : key)
  for (let at = 0; at < BLOCK_BYTES; at++) block[at] = (block[at] ?? 0) ^ mask
  return block
}

/**
 * HMAC-SHA-256 of address and password, cut to 16 bytes (RFC 2104 section 5), a character a byte.
 * The address hides which accounts share a password (M-PRIVACY-1).
 */
export const createBinaryFingerprint = (key: Uint8Array): Fingerprint => {
  // Node's createHmac costs ten times as much as two one-shot hashes, and an import needs one for each line.
  let inner = paddedRoom(key, 0x36, MESSAGE_BYTES)
  const outer = paddedRoom(key, 0x5c, DIGEST_BYTES)
  return (address, password) => {
    const most = maxBytesOf(address) + 1 + maxBytesOf(password)
    if (BLOCK_BYTES + most > inner.length) inner = paddedRoom(key, 0x36, most)
    let end = BLOCK_BYTES + writeUtf8(inner, address, BLOCK_BYTES)
    inner[end] = 0
    end += 1
    end += writeUtf8(inner, password, end)
    // 'binary' is a byte a character; a buffer for each digest would cost more than the digest.
    const digest = hash('sha256', inner.subarray(0, end), 'binary')
    for (let at = 0; at < DIGEST_BYTES; at += 1) outer[BLOCK_BYTES + at] = digest.charCodeAt(at)
    return hash('sha256', outer, 'binary').slice(0, FINGERPRINT_BYTES)
  }
}

export const createFingerprint = (key: Uint8Array): Fingerprint => {
  const binary = createBinaryFingerprint(key)
  return (address, password) => Buffer.from(binary(address, password), 'binary').toString('hex')
}
