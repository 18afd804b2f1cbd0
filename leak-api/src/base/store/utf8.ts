/** UTF-8 needs at most this many bytes for one of a string's units. */
const MAX_BYTES_PER_UNIT = 3
const ASCII_END = 0x80

/** The most bytes that a text takes in UTF-8. */
export const maxBytesOf = (text: string): number => text.length * MAX_BYTES_PER_UNIT

/** Writes a text in UTF-8 from `at` on, and gives the number of its bytes. There is room for {@link maxBytesOf} of it. */
export const writeUtf8 = (bytes: Buffer, text: string, at: number): number => {
  // Most texts are short and have ASCII alone: a call of Buffer costs more than writing them.
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit >= ASCII_END) return bytes.write(text, at)
    bytes[at + index] = unit
  }
  return text.length
}
