import { normalDomain } from '@atalaia/contracts'
import { Problem } from '@atalaia/server'
import { isAddress, normalAddress } from '../../base/address.ts'
import type { Breach } from './breach.ts'

/** The truth of a parameter, in whatever case it is written. */
export const isTrue = (value: string | undefined, byDefault: boolean): boolean =>
  value === undefined ? byDefault : value.toLowerCase() === 'true'

/** The address of a path. Throws a 400 for what is none. */
export const addressIn = (given: string): string => {
  if (isAddress(given)) return normalAddress(given)
  throw new Problem(400, 'The account does not comply with an acceptable format: it is no e-mail address.')
}

/** The domain of a path. Throws a 400 for what is none. */
export const domainIn = (given: string): string => {
  const domain = normalDomain(given.trim())
  if (domain !== undefined) return domain
  throw new Problem(400, 'The domain does not comply with an acceptable format.')
}

/** True where a breach is of the website that a call asks for, if it asks for one. */
export const isOf = ({ Domain }: Breach, domain: string | undefined): boolean =>
  domain === undefined || Domain.toLowerCase() === domain.trim().toLowerCase()

/** True for what is told to whoever names an address. */
export const isPublic = ({ IsSensitive, IsRetired }: Breach): boolean => !IsSensitive && !IsRetired

/** The value. Throws a 404 when there is nothing in it. */
export const something = <Value extends object>(value: Value): Value => {
  if (Object.keys(value).length === 0) throw new Problem(404, 'Nothing was found.')
  return value
}
