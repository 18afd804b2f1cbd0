import { COMPANY_SIGN_IN_PROBLEM } from '@atalaia/contracts'
import { Problem } from '@atalaia/server'

/**
 * The refusal of a way in that the address's company does not let its people use. It is the same for all of its addresses, so
 * that nobody learns which have an account, a password, or an exception (P-IDENTITY-8).
 */
export const companyOnly = (): Problem =>
  new Problem(403, 'Os e-mails da sua empresa entram pela conta da empresa, e não com senha.', {
    type: COMPANY_SIGN_IN_PROBLEM,
  })
