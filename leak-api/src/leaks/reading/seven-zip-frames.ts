/** A line of JSON. Archives with more than `maxFiles` files stay packed. */
export type UnpackWork = {
  readonly archive: string
  readonly passwords: readonly string[]
  readonly maxFiles: number
}

/** Kind (a byte), length (four bytes, lowest first), then the bytes. */
export const FRAME_HEAD_BYTES = 5

/**
 * `file`: a path, before its `bytes` and `end`. `fault`: path and reason; an empty path is the
 * archive. `done` ends each work.
 */
export const FRAMES = { list: 1, file: 2, bytes: 3, end: 4, fault: 5, done: 6 } as const
