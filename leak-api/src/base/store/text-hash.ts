import { hash } from 'node:crypto'

const HALF_BITS = 32n
const HALF_BYTES = 4

// 'binary' is a byte a character; a buffer for each digest would cost more than the digest.
const digestOf = (text: string): string => hash('sha256', text, 'binary')

export const int32At = (digest: string, at: number): number =>
  (digest.charCodeAt(at) << 24) |
  (digest.charCodeAt(at + 1) << 16) |
  (digest.charCodeAt(at + 2) << 8) |
  digest.charCodeAt(at + 3)

/** A signed 64-bit number in halves: BigInt costs more than the hash. */
export type Int64 = { readonly high: number; readonly low: number }

export const bigintOf = ({ high, low }: Int64): bigint =>
  (BigInt(high) << HALF_BITS) | BigInt.asUintN(Number(HALF_BITS), BigInt(low))

export const int64Of = (digest: string): Int64 => ({ high: int32At(digest, 0), low: int32At(digest, HALF_BYTES) })

/** The first 8 bytes of SHA-256, like the database's `hash64`. */
export const hash64 = (text: string): Int64 => int64Of(digestOf(text))

/**
 * The database's key of an address's credentials, like `address_key`: 32 bits of the domain's hash,
 * then 32 of the local part's.
 */
export const addressKey = (domain: Int64, localPart: string): Int64 => ({
  high: domain.high,
  low: int32At(digestOf(localPart), 0),
})
