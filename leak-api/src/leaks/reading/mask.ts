import { maskAddress } from '../../base/address.ts'
import type { ReadCredential } from './credential.ts'
import { COMBO_SEPARATORS } from './parse-combo.ts'
import { CSV_SEPARATORS } from './parse-csv.ts'

const SEPARATOR = new RegExp(`[${[...COMBO_SEPARATORS, ...CSV_SEPARATORS].join('')}]`)

/** Unread text may be a password (M-IMPORT-3). */
export const maskLine = (line: string): string => {
  const separator = SEPARATOR.exec(line)?.[0]
  return separator === undefined ? '***' : `***${separator}***`
}

/** Shows the address's first letter and domain, and the password's kind. */
export const maskCredential = ({ address, secret, website, day, machine, kinds }: ReadCredential) => ({
  address: maskAddress(address),
  password: secret === undefined ? '' : secret.kind === 'plain' ? 'in clear' : `hash (${secret.type})`,
  website: /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@?#]*@)?([^/?#\s]*)/i.exec(website ?? '')?.[1] ?? '',
  day: day ?? '',
  machine: machine === undefined ? '' : `${machine.slice(0, 2)}***`,
  kinds: kinds.join(', '),
})
