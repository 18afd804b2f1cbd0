import { COMPANY_SIGN_IN_PROBLEM } from '@atalaia/contracts'
import { Problem } from '@atalaia/server'
import type { Companies } from './companies-repository.ts'

/** True where the company refuses the way in: the `provider`, or without it a password or a passkey. */
export const isKeptOut = async (companies: Companies, email: string, provider?: string): Promise<boolean> => {
  const enforcement = await companies.enforcementFor(email)
  return enforcement !== undefined && !enforcement.isExcepted && enforcement.provider !== provider
}

/**
 * Gives all addresses of the company the same answer, which reveals no accounts, passwords or
 * exceptions (P-IDENTITY-8).
 */
export const companyOnly = (): Problem =>
  new Problem(403, 'Os e-mails da sua empresa entram pela conta da empresa, e não com senha.', {
    type: COMPANY_SIGN_IN_PROBLEM,
  })

/** Refuses moves out of, or into, a company that allows only its own provider (P-IDENTITY-8). */
export const demandFreeMove = async (companies: Companies, from: string, to: string): Promise<void> => {
  const enforced = [await companies.enforcementFor(from), await companies.enforcementFor(to)]
  if (enforced.some((each) => each?.isExcepted === false))
    throw new Problem(403, 'A empresa deste e-mail só aceita a conta da empresa. Peça a troca a quem a administra.')
}
