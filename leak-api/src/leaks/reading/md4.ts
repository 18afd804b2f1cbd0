const BLOCK_BYTES = 64
const LENGTH_BYTES = 8

const rotated = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/** RFC 1320, section 3.4 */
const ROUNDS: readonly {
  readonly mix: (x: number, y: number, z: number) => number
  readonly add: number
  readonly shifts: readonly number[]
  readonly words: readonly number[]
}[] = [
  {
    mix: (x, y, z) => (x & y) | (~x & z),
    add: 0,
    shifts: [3, 7, 11, 19],
    words: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  },
  {
    mix: (x, y, z) => (x & y) | (x & z) | (y & z),
    add: 0x5a827999,
    shifts: [3, 5, 9, 13],
    words: [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  },
  {
    mix: (x, y, z) => x ^ y ^ z,
    add: 0x6ed9eba1,
    shifts: [3, 9, 11, 15],
    words: [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
  },
]

/** For NTLM hashes, in hexadecimal: OpenSSL 3 lacks MD4 (RFC 1320). */
export const md4 = (bytes: Buffer): string => {
  const padded = Buffer.alloc(Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES)
  bytes.copy(padded)
  padded[bytes.length] = 0x80
  padded.writeUInt32LE(bytes.length * 8, padded.length - LENGTH_BYTES)
  let state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]
  for (let at = 0; at < padded.length; at += BLOCK_BYTES) {
    let [a = 0, b = 0, c = 0, d = 0] = state
    for (const { mix, add, shifts, words } of ROUNDS)
      for (const [step, word] of words.entries()) {
        const sum = (a + mix(b, c, d) + padded.readUInt32LE(at + word * 4) + add) | 0
        ;[a, b, c, d] = [d, rotated(sum, shifts[step % 4] ?? 0), b, c]
      }
    state = [a, b, c, d].map((value, index) => (value + (state[index] ?? 0)) | 0)
  }
  const result = Buffer.alloc(16)
  for (const [index, value] of state.entries()) result.writeInt32LE(value, index * 4)
  return result.toString('hex')
}
