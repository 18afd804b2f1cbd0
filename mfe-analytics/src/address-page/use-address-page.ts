import { useAddressCases } from '../cases/use-address-cases.ts'
import { useAddress, type AddressParts } from '../address/use-address.ts'

export type { AddressParts } from '../address/use-address.ts'

/** The facts about an address, and its cases unless there are none to be seen (`hasCases`). */
export const useAddressPage = (parts: AddressParts, { hasCases }: { readonly hasCases: boolean }) => ({
  ...useAddress(parts),
  cases: { ...useAddressCases(parts, hasCases), isShown: hasCases },
})

export type AddressPageState = ReturnType<typeof useAddressPage>
