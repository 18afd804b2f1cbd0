import { PRODUCT_ROUTES, TIME_ZONE } from '@atalaia/contracts'
import type { NewMail } from '../../base/mail/enqueue-mail.ts'

type LeavingMail = { readonly to: string; readonly origin: string; readonly at: Date; readonly until: Date }

const dayOf = (instant: Date) => instant.toLocaleDateString('pt-BR', { timeZone: TIME_ZONE })

export const leavingMail = ({ to, origin, at, until }: LeavingMail): NewMail => ({
  to,
  kind: 'account-leaving',
  subject: 'A sua conta será excluída',
  body: [
    `Como pedido, a conta deste endereço será excluída em ${dayOf(until)}, com tudo o que é só dela.`,
    'Se mudou de ideia, ou se não foi você, entre e cancele a exclusão:',
    { label: 'Abrir a conta', link: `${origin}${PRODUCT_ROUTES.account}` },
  ],
  at,
})

export const organisationLeavingMail = ({ to, origin, at, until }: LeavingMail, name: string): NewMail => ({
  to,
  kind: 'organisation-leaving',
  subject: 'Uma organização sua será excluída',
  body: [
    `Um proprietário pediu: ${name} será excluída em ${dayOf(until)}, com os endereços monitorados e tudo o mais que é dela. As contas das pessoas continuam.`,
    'Se isso não deve acontecer, cancele a exclusão:',
    { label: 'Abrir a organização', link: `${origin}${PRODUCT_ROUTES.organisation}` },
  ],
  at,
})

export const goneMail = (to: string, at: Date): NewMail => ({
  to,
  kind: 'account-deleted',
  subject: 'A sua conta foi excluída',
  body: ['A conta deste endereço e os dados dela foram excluídos, como pedido.'],
  at,
})
