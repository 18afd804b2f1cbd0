import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { NewMail } from '../../base/mail/enqueue-mail.ts'

type FactorMail = {
  readonly to: string
  /** The address of the product's pages. */
  readonly origin: string
  /** One sentence: what has happened. */
  readonly what: string
  readonly at: Date
}

/** The mail that tells of each change of an account's second factors, and of each use of a recovery code. */
export const factorMail = ({ to, origin, what, at }: FactorMail): NewMail => ({
  to,
  kind: 'second-factor',
  subject: 'Verificação em duas etapas',
  body: [
    what,
    'Se não foi você, troque a sua senha agora e veja o que está ligado à sua conta:',
    { label: 'Recuperar a conta', link: `${origin}${PRODUCT_ROUTES.recover}` },
  ],
  at,
})
