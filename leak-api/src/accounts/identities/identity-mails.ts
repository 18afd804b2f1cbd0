import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { NewMail } from '../../base/mail/enqueue-mail.ts'

export const linkedMail = (parts: {
  readonly to: string
  readonly title: string
  readonly origin: string
  readonly at: Date
}): NewMail => ({
  to: parts.to,
  kind: 'identity-linked',
  subject: `Entrada com ${parts.title}`,
  body: [
    `A sua conta agora também abre com ${parts.title}.`,
    'Se não foi você, escolha uma senha nova e desligue essa entrada na página da conta:',
    { label: 'Abrir a conta', link: `${parts.origin}${PRODUCT_ROUTES.account}` },
  ],
  at: parts.at,
})
