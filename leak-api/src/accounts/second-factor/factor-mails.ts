import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { NewMail } from '../../base/mail/enqueue-mail.ts'

type FactorMail = {
  readonly to: string
  readonly origin: string
  readonly what: string
  readonly at: Date
}

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
