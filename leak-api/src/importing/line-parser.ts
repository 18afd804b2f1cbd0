import { isAddress, MAX_ADDRESS_LENGTH, normalAddress } from '../address.ts'
import { MAX_LINE_BYTES } from './read-lines.ts'

/** An address in lower case with its password, or '' when the leak has none. */
export type Credential = { readonly address: string; readonly password: string }

export type RejectReason =
  | 'login is not an e-mail address'
  | 'address is longer than 254 characters'
  | 'line is longer than 4096 bytes'
  | 'row has no such column'

export type ParsedLine =
  | ({ readonly kind: 'credential' } & Credential)
  | { readonly kind: 'rejected'; readonly reason: RejectReason }

/** A parsed line; `unclosed`: a field of it opens a quote that its line does not close (M-IMPORT-8). */
export type CountedLine = ParsedLine & { readonly unclosed?: boolean }

/**
 * Parses the lines of one file in their order, each on its own: no line changes what another one means. A line that is
 * not counted, blank or the header of a CSV file, gives `undefined`.
 */
export type LineParser = (line: string) => CountedLine | undefined

export const rejected = (reason: RejectReason): ParsedLine => ({ kind: 'rejected', reason })

export const credentialOf = (login: string, password: string): ParsedLine => {
  const address = normalAddress(login)
  if (address.length > MAX_ADDRESS_LENGTH) return rejected('address is longer than 254 characters')
  if (!isAddress(address)) return rejected('login is not an e-mail address')
  return { kind: 'credential', address, password }
}

export const isBlank = (line: string) => line.trim() === ''

export const isTooLong = (line: string): boolean =>
  line.length > MAX_LINE_BYTES || Buffer.byteLength(line) > MAX_LINE_BYTES

/** A parser of the lines that are neither blank nor too long, made one of all lines. */
export const boundedParser =
  (parse: LineParser): LineParser =>
  (line) => {
    if (isBlank(line)) return undefined
    return isTooLong(line) ? rejected('line is longer than 4096 bytes') : parse(line)
  }
