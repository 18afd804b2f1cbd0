import { maskAddress } from '../../base/address.ts'
import type { ReadCredential } from './credential.ts'
import { COMBO_SEPARATORS } from './parse-combo.ts'
import { CSV_SEPARATORS } from './parse-csv.ts'

const SEPARATOR = new RegExp(`[${[...COMBO_SEPARATORS, ...CSV_SEPARATORS].join('')}]`)

/**
 * A line's first separator and none of its content: what was not understood may be a password anywhere (M-IMPORT-3).
 */
export const maskLine = (line: string): string => {
  const separator = SEPARATOR.exec(line)?.[0]
  return separator === undefined ? '***' : `***${separator}***`
}

/** A credential as it may be shown: of the address its first letter and its domain, of the password its kind. */
export const maskCredential = ({ address, secret, website, day, machine, kinds }: ReadCredential) => ({
  address: maskAddress(address),
  password: secret === undefined ? '' : secret.kind === 'plain' ? 'in clear' : `hash (${secret.type})`,
  website: /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@?#]*@)?([^/?#\s]*)/i.exec(website ?? '')?.[1] ?? '',
  day: day ?? '',
  machine: machine === undefined ? '' : `${machine.slice(0, 2)}***`,
  kinds: kinds.join(', '),
})
