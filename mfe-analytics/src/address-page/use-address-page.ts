import { exposureSchema, stepsSchema } from '@atalaia/contracts'
import type { LeakCase } from '@atalaia/contracts/cases'
import { useLoaded } from '@atalaia/ui'
import { createCaseCalls } from '../cases/case-calls.ts'
import { logLoad, type CallParts } from '../management/call-parts.ts'

/** `id` is encoded like in the page's address. */
export type AddressParts = CallParts & { readonly id: string }

export const useAddressPage = ({ id, http, logger }: AddressParts, { hasCases }: { readonly hasCases: boolean }) => {
  const path = `/emails/${id}`
  const address = useLoaded(path, (signal) => http.get(path, exposureSchema, { signal }), {
    onFailure: logLoad(logger, 'an address'),
  })
  const cases = useLoaded(hasCases ? path : undefined, (signal) => createCaseCalls(http).ofAddress(id, signal), {
    onFailure: logLoad(logger, 'the cases of an address'),
  })
  return {
    exposure: address.value,
    failure: address.failure,
    reload: address.reload,
    mark: async (passo: string, feito: boolean): Promise<boolean> => {
      const result = await http.postJson(`${path}/passos`, { passo, feito }, stepsSchema)
      if (result.ok) address.change((exposure) => ({ ...exposure, passos: result.value }))
      else logger.error('a step was not kept', result.failure)
      return result.ok
    },
    cases: {
      isShown: hasCases,
      cases: cases.value,
      failed: cases.failure !== undefined && !cases.value,
      /** P-ADDRESS-15 */
      changed: (one: LeakCase) => {
        cases.change((last) => ({ ...last, casos: [...last.casos.filter(({ fonte }) => fonte !== one.fonte), one] }))
        cases.reload()
      },
    },
  }
}

export type AddressPageState = ReturnType<typeof useAddressPage>
