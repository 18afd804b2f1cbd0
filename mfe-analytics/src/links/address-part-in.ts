import { ADDRESS_PARTS, type AddressPart } from './address-link.tsx'
import { CASE } from './address-place.ts'

/** The part that a fragment names. */
export const addressPartIn = (hash: string): AddressPart | undefined =>
  ADDRESS_PARTS.find((part) => hash === `#${part}`)

/** The source whose case a fragment names. */
export const caseIn = (hash: string): string | undefined => {
  if (!hash.startsWith(CASE)) return undefined
  try {
    return decodeURIComponent(hash.slice(CASE.length))
  } catch {
    return undefined
  }
}
