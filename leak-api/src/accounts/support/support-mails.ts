import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { NewMail } from '../../base/mail/enqueue-mail.ts'
import type { MailTarget } from '../operators/operator-mails.ts'

const hours = (count: number) => (count === 1 ? '1 hora' : `${count} horas`)

export type AskedSupport = {
  readonly operator: string
  readonly organisation: string
  readonly reason: string
  readonly hours: number
}

export const supportAskedMail = ({ to, origin, at }: MailTarget, asked: AskedSupport): NewMail => ({
  to,
  kind: 'support-asked',
  subject: 'Pedido de acesso de suporte',
  body: [
    `${asked.operator}, de quem opera esta instalação, pede para ver ${asked.organisation} por ${hours(asked.hours)}, sem poder mudar nada. O motivo: ${asked.reason}`,
    'Sem o seu sim, nada acontece. Enquanto o acesso durar, todas as pessoas da organização o veem, e você o encerra quando quiser:',
    { label: 'Responder ao pedido', link: `${origin}${PRODUCT_ROUTES.organisation}` },
  ],
  at,
})

export const supportDecidedMail = (
  { to, origin, at }: MailTarget,
  organisation: string,
  isGranted: boolean,
): NewMail => ({
  to,
  kind: 'support-decided',
  subject: isGranted ? 'Acesso de suporte concedido' : 'Acesso de suporte negado',
  body: [
    isGranted
      ? `${organisation} deu o acesso que você pediu. Entre nela pelo menu com o seu nome: cada pedido que você fizer fica na auditoria dela.`
      : `${organisation} não deu o acesso que você pediu.`,
    { label: 'Abrir a página de operação', link: `${origin}${PRODUCT_ROUTES.operator}` },
  ],
  at,
})

export const supportBeganMail = (
  { to, origin, at }: MailTarget,
  { operator, organisation, hours: count }: AskedSupport,
): NewMail => ({
  to,
  kind: 'support-began',
  subject: 'O acesso de suporte começou',
  body: [
    `${operator} vê ${organisation} pelas próximas ${hours(count)}, porque um proprietário disse sim. Você o encerra quando quiser:`,
    { label: 'Abrir a organização', link: `${origin}${PRODUCT_ROUTES.organisation}` },
  ],
  at,
})
