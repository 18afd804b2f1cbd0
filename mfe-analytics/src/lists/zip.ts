import { strToU8, Zip, ZipDeflate, zipSync } from 'fflate/browser'

// What write-excel-file finds under the name of fflate (webpack.config.ts, jest.config.ts).
export { strToU8, zipSync }

/** Bytes that are compressed before the page may do something else: some 30 ms. */
const PIECE_BYTES = 1024 * 1024

const breath = () => new Promise((resolve) => setTimeout(resolve))

/**
 * The `zip` of fflate without its workers. It makes one of a text for each file of 160,000 bytes or more, which Trusted Types
 * forbid (M-RELEASE-13); here files are compressed on the page's own thread, piece by piece.
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
