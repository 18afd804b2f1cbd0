import { isAddress, MAX_ADDRESS_LENGTH, normalAddress } from '../address.ts'

/** What a line tells: an address in lower case, and its password, or '' when the leak has none. */
export type Credential = { readonly address: string; readonly password: string }

export type ParsedLine =
  | ({ readonly kind: 'credential' } & Credential)
  | { readonly kind: 'rejected'; readonly reason: RejectReason }

export type RejectReason =
  | 'login is not an e-mail address'
  | 'address is longer than 254 characters'
  | 'line is longer than 4096 bytes'
  | 'quote is not closed'
  | 'row has no such column'

export const rejected = (reason: RejectReason): ParsedLine => ({ kind: 'rejected', reason })

export const credentialOf = (login: string, password: string): ParsedLine => {
  const address = normalAddress(login)
  if (address.length > MAX_ADDRESS_LENGTH) return rejected('address is longer than 254 characters')
  if (!isAddress(address)) return rejected('login is not an e-mail address')
  return { kind: 'credential', address, password }
}
