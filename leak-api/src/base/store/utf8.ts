const MAX_BYTES_PER_UNIT = 3
const ASCII_END = 0x80

export const maxBytesOf = (text: string): number => text.length * MAX_BYTES_PER_UNIT

export const writeUtf8 = (bytes: Buffer, text: string, at: number): number => {
  // Most texts are short and have ASCII alone: a call of Buffer costs more than writing them.
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit >= ASCII_END) return bytes.write(text, at)
    bytes[at + index] = unit
  }
  return text.length
}
