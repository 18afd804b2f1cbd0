import { LIFETIMES, PRODUCT_ROUTES, QUERY_PARAMETERS } from '@atalaia/contracts'
import type { NewMail } from '../base/mail/enqueue-mail.ts'
import type { NewLink } from './account-links.ts'

type LinkMail = {
  readonly to: string
  readonly origin: string
  readonly link: NewLink
  readonly at: Date
}

/** Browsers send no part after the number sign, so no log has the token. */
const addressOf = (origin: string, path: string, { token }: NewLink) => `${origin}${path}#${token}`

const NOT_YOU = 'Se você não pediu isto, ignore esta mensagem: nada muda.'

export const proofMail = ({ to, origin, link, at }: LinkMail): NewMail => ({
  to,
  kind: 'mailbox-proof',
  subject: 'Confirme o seu e-mail',
  body: [
    'Este endereço foi usado para abrir uma conta. Confirme que ele é seu:',
    { label: 'Confirmar e-mail', link: addressOf(origin, PRODUCT_ROUTES.confirmMailbox, link) },
    `O link vale por ${LIFETIMES.proof.words} e funciona uma vez. Num navegador que não está na conta, a página pede a senha dela.`,
    'Não foi você que abriu a conta? Então não confirme: outra pessoa usou o seu endereço. Se quiser uma conta, escolha uma senha nova; a conta começa de novo, vazia:',
    { label: 'Recuperar a conta', link: `${origin}${PRODUCT_ROUTES.recover}` },
  ],
  at,
  until: link.expiresAt,
})

export const resetMail = ({ to, origin, link, at }: LinkMail, isMailboxProved: boolean): NewMail => ({
  to,
  kind: 'password-reset',
  subject: 'Escolha uma senha nova',
  body: [
    'Alguém pediu uma senha nova para a conta deste endereço.',
    ...(isMailboxProved ? [] : RESTARTS),
    {
      label: 'Escolher senha',
      link: addressOf(origin, isMailboxProved ? PRODUCT_ROUTES.resetPassword : RESTART, link),
    },
    `O link vale por ${LIFETIMES.reset.words} e funciona uma vez. ${NOT_YOU}`,
  ],
  at,
  until: link.expiresAt,
})

const RESTART = `${PRODUCT_ROUTES.resetPassword}?${QUERY_PARAMETERS.restart}=1`
const RESTARTS = [
  'Este endereço nunca foi confirmado. Por isso a conta começa de novo com a senha nova, vazia: tudo o que foi feito nela até hoje é apagado.',
  'Se a conta é sua e você sabe a senha, entre e confirme o e-mail na página Conta. Assim nada se perde.',
]

/** P-ACCOUNT-7 */
export const restartedMail = ({ to, origin, at }: Omit<LinkMail, 'link'>): NewMail => ({
  to,
  kind: 'account-restarted',
  subject: 'A sua conta começou de novo',
  body: [
    'Você escolheu uma senha nova, e o seu endereço está confirmado. A conta começou de novo, vazia: o que foi feito nela antes foi apagado, com as sessões, as chaves e a segunda etapa.',
    'Se não foi você, escolha outra senha agora:',
    { label: 'Recuperar a conta', link: `${origin}${PRODUCT_ROUTES.recover}` },
  ],
  at,
})

export const changedMail = ({ to, origin, at }: Omit<LinkMail, 'link'>): NewMail => ({
  to,
  kind: 'password-changed',
  subject: 'A sua senha foi trocada',
  body: [
    'A senha da sua conta foi trocada, e as outras sessões terminaram.',
    'Se não foi você, escolha uma senha nova agora:',
    { label: 'Recuperar a conta', link: `${origin}${PRODUCT_ROUTES.recover}` },
  ],
  at,
})

export const moveMail = ({ to, origin, link, at }: LinkMail): NewMail => ({
  to,
  kind: 'address-change',
  subject: 'Confirme o seu endereço novo',
  body: [
    'Uma conta pediu para passar a este endereço. Confirme que ele é seu:',
    { label: 'Usar este endereço', link: addressOf(origin, PRODUCT_ROUTES.confirmMailbox, link) },
    `O link vale por ${LIFETIMES.address.words} e funciona uma vez. Num navegador que não está na conta, a página pede a senha dela. ${NOT_YOU}`,
  ],
  at,
  until: link.expiresAt,
})

export const takenMail = ({ to, origin, at }: Omit<LinkMail, 'link'>): NewMail => ({
  to,
  kind: 'address-taken',
  subject: 'Este endereço já tem uma conta',
  body: [
    'Outra conta pediu para passar a este endereço, que já tem a sua. Nada muda.',
    { label: 'Recuperar a conta', link: `${origin}${PRODUCT_ROUTES.recover}` },
  ],
  at,
})

export const moveAskedMail = ({ to, origin, at }: Omit<LinkMail, 'link'>, newEmail: string): NewMail => ({
  to,
  kind: 'address-change-asked',
  subject: 'Pediram a troca do endereço da sua conta',
  body: [
    `Alguém com a sua senha pediu que a conta passe para ${newEmail}. A troca acontece quando aquela caixa de correio confirmar.`,
    'Se não foi você, escolha uma senha nova agora: isso cancela a troca.',
    { label: 'Recuperar a conta', link: `${origin}${PRODUCT_ROUTES.recover}` },
  ],
  at,
})

export const movedMail = ({ to, at }: Omit<LinkMail, 'link' | 'origin'>, newEmail: string): NewMail => ({
  to,
  kind: 'address-changed',
  subject: 'O endereço da sua conta foi trocado',
  body: [`A conta agora é de ${newEmail}. Todas as sessões terminaram: entre com o endereço novo e a mesma senha.`],
  at,
})

export const copiedMail = ({ to, origin, at }: Omit<LinkMail, 'link'>, device: string): NewMail => ({
  to,
  kind: 'session-copied',
  subject: 'Uma sessão sua foi encerrada por segurança',
  body: [
    `Alguém usou uma cópia antiga do acesso de uma sessão da sua conta (${device}), e por isso ela terminou. Pode ter sido o seu navegador, se foi restaurado de uma cópia de segurança.`,
    'Se não foi você, escolha uma senha nova agora: isso encerra todas as sessões.',
    { label: 'Recuperar a conta', link: `${origin}${PRODUCT_ROUTES.recover}` },
  ],
  at,
})
