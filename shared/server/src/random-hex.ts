import { randomBytes } from 'node:crypto'

const POOL_BYTES = 4096

let pool = ''
let used = 0

// From digits made ahead: each call into Node's crypto or Buffer costs more than the rest of a trace.
export const randomHex = (bytes: number): string => {
  if (used + 2 * bytes > pool.length) {
    pool = randomBytes(POOL_BYTES).toString('hex')
    used = 0
  }
  used += 2 * bytes
  return pool.slice(used - 2 * bytes, used)
}
