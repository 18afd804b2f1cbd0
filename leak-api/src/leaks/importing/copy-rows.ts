import type { Int64 } from '../../base/store/text-hash.ts'
import { writeUtf8 } from '../../base/store/utf8.ts'

const SIGNATURE = 'PGCOPY\n\u00ff\r\n\0'
const HEADER = Buffer.concat([Buffer.from(SIGNATURE, 'latin1'), Buffer.alloc(8)])
const TRAILER_BYTES = 2
const FIRST_BYTES = 1024 * 1024
const [INT16_BYTES, INT32_BYTES, INT64_BYTES] = [2, 4, 8]

/** Rows in COPY's binary format. */
export type CopyWriter = {
  /** `maxBytes` includes four bytes of length for each field. */
  begin(fields: number, maxBytes: number): void
  int32(value: number): void
  int64(value: Int64): void
  bytes(text: string): void
  text(text: string): void
  none(): void
  /** Counts rows from 0. */
  copy(numbers: readonly number[]): Uint8Array<ArrayBuffer>
  clear(): void
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

export const createCopyWriter = (): CopyWriter => {
  let room = Buffer.alloc(FIRST_BYTES)
  let view = viewOf(room)
  let at = 0
  let starts: number[] = []
  const int32 = (value: number) => {
    view.setInt32(at, value)
    at += INT32_BYTES
  }
  const sizeOf = (row: number) => (starts[row + 1] ?? at) - (starts[row] ?? 0)
  return {
    begin: (fields, maxBytes) => {
      const end = at + INT16_BYTES + maxBytes
      if (end > room.length) {
        room = Buffer.concat([room], end * 2)
        view = viewOf(room)
      }
      starts.push(at)
      view.setInt16(at, fields)
      at += INT16_BYTES
    },
    int32: (value) => {
      int32(INT32_BYTES)
      int32(value)
    },
    int64: ({ high, low }) => {
      int32(INT64_BYTES)
      int32(high)
      int32(low)
    },
    bytes: (text) => {
      int32(text.length)
      for (let index = 0; index < text.length; index += 1) room[at + index] = text.charCodeAt(index)
      at += text.length
    },
    text: (text) => {
      const size = writeUtf8(room, text, at + INT32_BYTES)
      int32(size)
      at += size
    },
    none: () => int32(-1),
    copy: (numbers) => {
      const size = numbers.reduce((sum, row) => sum + sizeOf(row), HEADER.length)
      const rows = new Uint8Array(size + TRAILER_BYTES)
      rows.set(HEADER)
      let end = HEADER.length
      for (const row of numbers) {
        const start = starts[row] ?? 0
        room.copy(rows, end, start, start + sizeOf(row))
        end += sizeOf(row)
      }
      viewOf(rows).setInt16(end, -1)
      return rows
    },
    clear: () => {
      at = 0
      starts = []
    },
  }
}

/** The first field is an int32. */
export const replaceFirst = (rows: Uint8Array, replace: (value: number) => number): void => {
  const view = viewOf(rows)
  let at = HEADER.length
  for (let fields = view.getInt16(at); fields !== -1; fields = view.getInt16(at)) {
    at += INT16_BYTES
    const value = at + INT32_BYTES
    view.setInt32(value, replace(view.getInt32(value)))
    for (let field = 0; field < fields; field += 1) at += INT32_BYTES + Math.max(view.getInt32(at), 0)
  }
}

export const INT64_ROW_BYTES = INT16_BYTES + INT32_BYTES + INT64_BYTES

export function* int64sIn(rows: Uint8Array): Generator<Int64> {
  const view = viewOf(rows)
  for (let at = HEADER.length; at + INT64_ROW_BYTES <= view.byteLength; at += INT64_ROW_BYTES) {
    const value = at + INT16_BYTES + INT32_BYTES
    yield { high: view.getInt32(value), low: view.getInt32(value + INT32_BYTES) }
  }
}
