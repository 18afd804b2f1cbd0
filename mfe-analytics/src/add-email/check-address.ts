import { emailAddressSchema, MAX_ADDRESS_LENGTH, normalEmailAddress, type MonitoredEmail } from '@atalaia/contracts'

export type AddressProblem = 'add.empty' | 'add.long' | 'add.several' | 'add.invalid' | 'add.known'

export type AddressCheck =
  | { readonly ok: true; readonly email: string }
  | { readonly ok: false; readonly problem: AddressProblem }

const refused = (problem: AddressProblem): AddressCheck => ({ ok: false, problem })

/**
 * Accepts one valid address of at most 254 characters, not in `known` (P-EMAIL-2). Other text is
 * not sent (P-EMAIL-3).
 */
export const checkAddress = (text: string, known: readonly MonitoredEmail[]): AddressCheck => {
  const email = text.trim()
  if (email === '') return refused('add.empty')
  if (email.length > MAX_ADDRESS_LENGTH) return refused('add.long')
  if (/[\s,;]/.test(email) && email.split('@').length > 2) return refused('add.several')
  if (!emailAddressSchema.safeParse(email).success) return refused('add.invalid')
  const same = normalEmailAddress(email)
  if (known.some((monitored) => normalEmailAddress(monitored.email) === same)) return refused('add.known')
  return { ok: true, email }
}
