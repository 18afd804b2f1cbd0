import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(8192)
let used = pool.length

// From bytes made ahead: each call of `randomBytes` costs more than the rest of a trace.
export const randomHex = (bytes: number): string => {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}
