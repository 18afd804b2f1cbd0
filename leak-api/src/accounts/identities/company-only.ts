import { COMPANY_SIGN_IN_PROBLEM } from '@atalaia/contracts'
import { Problem } from '@atalaia/server'
import type { Companies } from './companies-repository.ts'

/** True where the address's company refuses a way in: a provider by its key, else a password or a passkey. */
export const isKeptOut = async (companies: Companies, email: string, provider?: string): Promise<boolean> => {
  const enforcement = await companies.enforcementFor(email)
  return enforcement !== undefined && !enforcement.isExcepted && enforcement.provider !== provider
}

/**
 * The refusal of a way in that the address's company does not let its people use. It is the same for all of its addresses, so
 * that nobody learns which have an account, a password, or an exception (P-IDENTITY-8).
 */
export const companyOnly = (): Problem =>
  new Problem(403, 'Os e-mails da sua empresa entram pela conta da empresa, e não com senha.', {
    type: COMPANY_SIGN_IN_PROBLEM,
  })
