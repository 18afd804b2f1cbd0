import { MAX_ADDRESS_LENGTH, normalEmailAddress } from '@atalaia/contracts/email-address'
import type { ReadCredential } from './credential.ts'
import { MAX_LINE_BYTES } from './read-lines.ts'

export type RejectReason =
  | 'login is not an e-mail address'
  | 'address is longer than 254 characters'
  | 'line is longer than 4096 bytes'
  | 'row has no such column'
  | 'block has no login'
  | 'row is not complete'
  | 'row is longer than 1 MiB'
  | 'row has too many logins and passwords'

/**
 * `skipped`: the login is no address. `more`: the row's further addresses and passwords
 * (M-IMPORT-61).
 */
export type ParsedRow =
  | { readonly kind: 'credential'; readonly credential: ReadCredential; readonly more?: readonly ReadCredential[] }
  | { readonly kind: 'rejected'; readonly reason: RejectReason }
  | { readonly kind: 'skipped' }

/** `unclosed`: a field leaves its quote open (M-IMPORT-8). */
export type CountedLine = ParsedRow & { readonly unclosed?: boolean }

/** Parses each line independently. `undefined`: an uncounted line, blank or a CSV header. */
export type LineParser = (line: string) => CountedLine | undefined

export const rejected = (reason: RejectReason): ParsedRow => ({ kind: 'rejected', reason })

export const SKIPPED: ParsedRow = { kind: 'skipped' }

type Beside = Pick<ReadCredential, 'secret' | 'website' | 'kinds'>

// Copying members by name costs a tenth of spreading them.
export const credentialRow = (address: string, { secret, website, kinds }: Beside): ParsedRow => ({
  kind: 'credential',
  credential: { address, secret, website, kinds },
})

export const rowOf = (login: string, beside: Beside): ParsedRow => {
  const address = normalEmailAddress(login)
  if (address !== undefined) return credentialRow(address, beside)
  if (login.length > MAX_ADDRESS_LENGTH && login.includes('@')) return rejected('address is longer than 254 characters')
  return beside.secret === undefined ? rejected('login is not an e-mail address') : SKIPPED
}

export const isBlank = (line: string) => line.trim() === ''

export const isTooLong = (line: string): boolean =>
  line.length > MAX_LINE_BYTES || (line.length * 3 > MAX_LINE_BYTES && Buffer.byteLength(line) > MAX_LINE_BYTES)

/** Extends a parser to blank and overlong lines (M-IMPORT-3). */
export const boundedParser =
  (parse: LineParser): LineParser =>
  (line) => {
    if (isBlank(line)) return undefined
    return isTooLong(line) ? rejected('line is longer than 4096 bytes') : parse(line)
  }
