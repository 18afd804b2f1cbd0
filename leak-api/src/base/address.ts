import { normalEmailAddress } from '@atalaia/contracts/email-address'

/** The one spelling of an e-mail address in the database (P-EMAIL-13); what is no address is trimmed, in lower case. */
export const normalAddress = (text: string): string => normalEmailAddress(text) ?? text.trim().toLowerCase()

/** The rule of the form that adds an address (`addEmailBodySchema`): a leak of any other could never be looked up. */
export const isAddress = (text: string): boolean => normalEmailAddress(text) !== undefined

/** The first letter of an address, and its domain. */
export const maskAddress = (address: string): string =>
  `${address.slice(0, 1)}***${address.slice(address.lastIndexOf('@'))}`
