import { regexes } from 'zod/mini'

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

const MAX_ADDRESS = 254

/** The rule of the form that monitors addresses: one that it refuses could never be looked up. */
const isAddress = (text: string): boolean => regexes.email.test(text)

export const rejected = (reason: RejectReason): ParsedLine => ({ kind: 'rejected', reason })

export const credentialOf = (login: string, password: string): ParsedLine => {
  const address = login.trim().toLowerCase()
  if (address.length > MAX_ADDRESS) return rejected('address is longer than 254 characters')
  if (!isAddress(address)) return rejected('login is not an e-mail address')
  return { kind: 'credential', address, password }
}
