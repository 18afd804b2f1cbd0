import { ADDRESS_PARTS, type AddressPart } from './address-link.tsx'
import { CASE } from './address-place.ts'

export const addressPartIn = (hash: string): AddressPart | undefined =>
  ADDRESS_PARTS.find((part) => hash === `#${part}`)

export const caseIn = (hash: string): string | undefined => {
  if (!hash.startsWith(CASE)) return undefined
  try {
    return decodeURIComponent(hash.slice(CASE.length))
  } catch {
    return undefined
  }
}
