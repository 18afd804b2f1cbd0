import { hash } from 'node:crypto'

const HALF_BITS = 32n
const HALF_BYTES = 4

// 'binary' is a byte a character; a buffer for each digest would cost more than the digest.
const digestOf = (text: string): string => hash('sha256', text, 'binary')

/** Four bytes of a digest, a character each, as a signed number. */
export const int32At = (digest: string, at: number): number =>
  (digest.charCodeAt(at) << 24) |
  (digest.charCodeAt(at + 1) << 16) |
  (digest.charCodeAt(at + 2) << 8) |
  digest.charCodeAt(at + 3)

/** A signed number of 64 bits in signed halves, because BigInt costs more than the hash that it holds. */
export type Int64 = { readonly high: number; readonly low: number }

/** The number, for texts and comparisons. */
export const bigintOf = ({ high, low }: Int64): bigint =>
  (BigInt(high) << HALF_BITS) | BigInt.asUintN(Number(HALF_BITS), BigInt(low))

/** The first 8 bytes of the SHA-256 that a digest has, a character each. */
export const int64Of = (digest: string): Int64 => ({ high: int32At(digest, 0), low: int32At(digest, HALF_BYTES) })

/** The first 8 bytes of a text's SHA-256. The same as `hash64` of the database. */
export const hash64 = (text: string): Int64 => int64Of(digestOf(text))

/**
 * The key by which the database finds the credentials of an address: 32 bits of its domain's hash, then 32 bits of its
 * local part's. The same as `address_key` of the database.
 */
export const addressKey = (domain: Int64, localPart: string): Int64 => ({
  high: domain.high,
  low: int32At(digestOf(localPart), 0),
})
