/**
 * An order to the unpacking process, a line of JSON. An archive that has more than `maxFiles` files is not unpacked.
 */
export type UnpackWork = {
  readonly archive: string
  readonly passwords: readonly string[]
  readonly maxFiles: number
}

/** A frame is its kind (a byte), its length (four bytes, the lowest first) and its bytes. */
export const FRAME_HEAD_BYTES = 5

/**
 * `list`: all paths, as JSON. `file`: a path; its `bytes` and its `end` follow. `fault`: path and reason, as JSON; of the archive
 * itself with an empty path. `done` ends each work.
 */
export const FRAMES = { list: 1, file: 2, bytes: 3, end: 4, fault: 5, done: 6 } as const
