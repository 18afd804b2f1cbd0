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

/** Refuses a move of an account out of a company that lets people in by its own provider alone, and into one (P-IDENTITY-8). */
export const demandFreeMove = async (companies: Companies, from: string, to: string): Promise<void> => {
  const enforced = [await companies.enforcementFor(from), await companies.enforcementFor(to)]
  if (enforced.some((each) => each?.isExcepted === false))
    throw new Problem(403, 'A empresa deste e-mail só aceita a conta da empresa. Peça a troca a quem a administra.')
}
