import { isAddress, MAX_ADDRESS_LENGTH, normalAddress } from '../address.ts'
import { MAX_LINE_BYTES } from './read-lines.ts'

/** An address in lower case with its password, or '' when the leak has none. */
export type Credential = { readonly address: string; readonly password: string }

export type RejectReason =
  | 'login is not an e-mail address'
  | 'address is longer than 254 characters'
  | 'line is longer than 4096 bytes'
  | 'quote is not closed'
  | 'row has no such column'

export type ParsedLine =
  | ({ readonly kind: 'credential' } & Credential)
  | { readonly kind: 'rejected'; readonly reason: RejectReason }

export type NumberedLine = { readonly text: string; readonly line: number; readonly parsed: ParsedLine }

/** Parses the lines of one file in their order. */
export type LineParser = {
  /**
   * The lines that `text` completes: none for a blank line, the header of a CSV file and a line inside a quoted field,
   * several when a quote turns out not to be closed. `line` counts from 1.
   */
  add(text: string, line: number): readonly NumberedLine[]
  /** The lines that are still open at the end of the file. */
  rest(): readonly NumberedLine[]
}

export const rejected = (reason: RejectReason): ParsedLine => ({ kind: 'rejected', reason })

export const credentialOf = (login: string, password: string): ParsedLine => {
  const address = normalAddress(login)
  if (address.length > MAX_ADDRESS_LENGTH) return rejected('address is longer than 254 characters')
  if (!isAddress(address)) return rejected('login is not an e-mail address')
  return { kind: 'credential', address, password }
}

export const isBlank = (text: string) => text.trim() === ''

/** The line as a reject when it is too long, else `undefined`. */
export const tooLong = (text: string, line: number): NumberedLine | undefined =>
  text.length > MAX_LINE_BYTES || Buffer.byteLength(text) > MAX_LINE_BYTES
    ? { text, line, parsed: rejected('line is longer than 4096 bytes') }
    : undefined
