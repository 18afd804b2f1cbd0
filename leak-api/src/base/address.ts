import { normalEmailAddress } from '@atalaia/contracts/email-address'

/** The database's spelling of an e-mail address. Trims and lowers any other text (P-EMAIL-13). */
export const normalAddress = (text: string): string => normalEmailAddress(text) ?? text.trim().toLowerCase()

/** The rule of the form that adds addresses (`addEmailBodySchema`). */
export const isAddress = (text: string): boolean => normalEmailAddress(text) !== undefined

/** First letter and domain. */
export const maskAddress = (address: string): string =>
  `${address.slice(0, 1)}***${address.slice(address.lastIndexOf('@'))}`
