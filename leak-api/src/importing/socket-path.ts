import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// sun_path of unix(7) holds 108 bytes; a longer path is cut without an error.
const MAX_BYTES = 107

/** Where the running server takes imports: `<dataDir>/leak-api.sock`. */
export const socketPath = (dataDir: string): string => {
  const path = join(dataDir, 'leak-api.sock')
  if (Buffer.byteLength(path) <= MAX_BYTES) return path
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  return join(tmpdir(), `leak-api-${digest}.sock`)
}
