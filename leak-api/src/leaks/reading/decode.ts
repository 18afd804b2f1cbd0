import { isUtf8 } from 'node:buffer'

// Old files are in Latin-1: read as such, the bytes of a password stay apart instead of all becoming U+FFFD.
/** Decodes invalid UTF-8 as Latin-1 (M-IMPORT-4). */
export const decode = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')

const BEYOND_ASCII = /[\u0080-\u00ff]/

export const decodeBinary = (text: string): string =>
  BEYOND_ASCII.test(text) ? decode(Buffer.from(text, 'latin1')) : text
