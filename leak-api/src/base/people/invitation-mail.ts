import { LIFETIMES, PRODUCT_ROUTES, ROLE_LABELS, type Role } from '@atalaia/contracts'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { SentInvitation } from './invitations-repository.ts'

type InvitationMail = {
  readonly to: string
  readonly origin: string
  readonly sent: SentInvitation
  readonly organisation: string
  readonly role: Role
  readonly invitedBy: string
  readonly at: Date
}

/** The same mail with and without an account. */
export const invitationMail = ({ to, origin, sent, organisation, role, invitedBy, at }: InvitationMail): NewMail => ({
  to,
  kind: 'invitation',
  subject: `Convite de ${organisation}`.slice(0, 150),
  body: [
    `${invitedBy} convida você para ${organisation}, com o papel de ${ROLE_LABELS[role]}.`,
    // Behind the number sign: browsers send it to no server.
    { label: 'Ver convite', link: `${origin}${PRODUCT_ROUTES.invitation}#${sent.token}` },
    `O link vale por ${LIFETIMES.invitation.words}, funciona uma vez e só com uma conta deste endereço. Se você não espera este convite, ignore esta mensagem: nada muda.`,
  ],
  at,
  until: sent.expiresAt,
})
