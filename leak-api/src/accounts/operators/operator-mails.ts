import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { NewMail } from '../../base/mail/enqueue-mail.ts'

export type MailTarget = { readonly to: string; readonly origin: string; readonly at: Date }

export const suspendedMail = ({ to, origin, at }: MailTarget, name: string, because: string): NewMail => ({
  to,
  kind: 'organisation-suspended',
  subject: 'A sua organização foi suspensa',
  body: [
    `Quem opera esta instalação suspendeu ${name}. O motivo: ${because}`,
    'Enquanto isso ninguém da organização vê nem muda os dados dela, e avisos, portais e chaves de API param. Os dados ficam guardados, e cada pessoa continua a poder baixar ou excluir os seus:',
    { label: 'Abrir a conta', link: `${origin}${PRODUCT_ROUTES.account}` },
  ],
  at,
})

export const resumedMail = ({ to, origin, at }: MailTarget, name: string): NewMail => ({
  to,
  kind: 'organisation-resumed',
  subject: 'A sua organização voltou a funcionar',
  body: [`A suspensão de ${name} terminou.`, { label: 'Abrir o painel', link: `${origin}${PRODUCT_ROUTES.analytics}` }],
  at,
})

export const operatorMail = ({ to, origin, at }: MailTarget, isOperator: boolean): NewMail => ({
  to,
  kind: 'operator',
  subject: isOperator ? 'A sua conta opera a instalação' : 'A sua conta não opera mais a instalação',
  body: [
    isOperator
      ? 'A conta deste endereço passou a ver as organizações da instalação, e a limitar e suspender cada uma. As sessões dela terminaram: entre de novo, com as duas etapas.'
      : 'A conta deste endereço deixou de operar a instalação, e as sessões dela terminaram.',
    'Se isso não deveria ter acontecido, fale com quem cuida da máquina.',
    { label: 'Abrir a conta', link: `${origin}${PRODUCT_ROUTES.account}` },
  ],
  at,
})
