import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate/browser'

// What write-excel-file finds under the name of fflate (webpack.config.ts, jest.config.ts).
export { strToU8, zipSync }

/** Bytes compressed between pauses: some 30 ms. */
const PIECE_BYTES = 1024 * 1024

const breath = () => new Promise((resolve) => setTimeout(resolve))

/**
 * fflate's `zip` without workers. Its workers, for files from 160,000 bytes, come from text, which
 * Trusted Types forbid (M-RELEASE-13). Compresses in pieces on the page's thread.
 */
export const zip = (
  files: Readonly<Record<string, Uint8Array>>,
  done: (error: unknown, archive: Uint8Array<ArrayBuffer>) => void,
): void => {
  const parts: Uint8Array[] = []
  const archive = new Zip((error, part, isLast) => {
    parts.push(part)
    if (error || isLast) done(error, joined(parts))
  })
  const write = async () => {
    for (const [name, bytes] of Object.entries(files)) {
      const file = new ZipDeflate(name)
      archive.add(file)
      for (let from = 0, isLast = false; !isLast; from += PIECE_BYTES) {
        isLast = from + PIECE_BYTES >= bytes.length
        file.push(bytes.subarray(from, from + PIECE_BYTES), isLast)
        await breath()
      }
    }
    archive.end()
  }
  write().catch((error: unknown) => done(error, joined([])))
}

const joined = (parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
