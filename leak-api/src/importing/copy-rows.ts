import type { Int64 } from '../store/text-hash.ts'

const SIGNATURE = 'PGCOPY\n\u00ff\r\n\0'
/** Signature, flags and the length of an extension, which there is none of. */
const HEADER = Buffer.concat([Buffer.from(SIGNATURE, 'latin1'), Buffer.alloc(8)])
const TRAILER_BYTES = 2
const FIRST_BYTES = 1024 * 1024
/** UTF-8 needs at most this many for one of a string's units. */
const MAX_BYTES_PER_UNIT = 3
const [INT32_BYTES, INT64_BYTES] = [4, 8]

/** Rows in COPY's binary format. A row is begun, and then gets its fields in their order. */
export type CopyWriter = {
  /** `maxBytes`: the room that the row's fields need at most, with the four bytes of each one's length. */
  begin(fields: number, maxBytes: number): void
  int32(value: number): void
  int64(value: Int64): void
  /** Bytes as a text with a character for each. */
  bytes(text: string): void
  text(text: string): void
  /** A field without a value. */
  none(): void
  /** The rows so far, in memory of their own; the next ones begin from nothing. */
  take(): Uint8Array<ArrayBuffer>
}

/** The most bytes of a text. */
export const maxBytesOf = (text: string): number => text.length * MAX_BYTES_PER_UNIT

export const createCopyWriter = (): CopyWriter => {
  let bytes = Buffer.alloc(FIRST_BYTES)
  let at = HEADER.copy(bytes)
  return {
    begin: (fields, maxBytes) => {
      const end = at + 2 + maxBytes + TRAILER_BYTES
      if (end > bytes.length) bytes = Buffer.concat([bytes], end * 2)
      at = bytes.writeInt16BE(fields, at)
    },
    int32: (value) => {
      at = bytes.writeInt32BE(INT32_BYTES, at)
      at = bytes.writeInt32BE(value, at)
    },
    int64: ({ high, low }) => {
      at = bytes.writeInt32BE(INT64_BYTES, at)
      at = bytes.writeInt32BE(high, at)
      at = bytes.writeInt32BE(low, at)
    },
    bytes: (text) => {
      at = bytes.writeInt32BE(text.length, at)
      at += bytes.write(text, at, 'latin1')
    },
    text: (text) => {
      const size = bytes.write(text, at + INT32_BYTES)
      at = bytes.writeInt32BE(size, at) + size
    },
    none: () => {
      at = bytes.writeInt32BE(-1, at)
    },
    take: () => {
      at = bytes.writeInt16BE(-1, at)
      const taken = new Uint8Array(bytes.subarray(0, at))
      at = HEADER.length
      return taken
    },
  }
}
