import { createHmac, type KeyObject } from 'node:crypto'
import { isSigned, type KeyRing } from '../../base/key-ring.ts'
import type { AlertMember } from './alert-settings.ts'

export type StopLinks = {
  /** A link that stops a person's alerts about an organisation, without an end: mails are read late (M-ALERT-5). */
  sign(member: AlertMember): string
  accepts(link: {
    readonly conta: string
    /** Absent in mails from before alerts were an organisation's: such a link stops all of the person's. */
    readonly organizacao?: string | undefined
    readonly assinatura: string
  }): boolean
}

/** The path of the link, behind the API's own address. */
export const STOP_PATH = '/alertas/parar'

const signatureOf = (secret: KeyObject, accountId: string, organisationId?: string) =>
  createHmac('sha256', secret)
    .update(['alerts', 'email', accountId, ...(organisationId === undefined ? [] : [organisationId])].join('\n'))
    .digest()

/** `base` is the API's address as mailboxes reach it. */
export const createStopLinks = (ring: KeyRing, base: string): StopLinks => ({
  sign: ({ accountId, organisationId }) => {
    const signature = signatureOf(ring.current.secret, accountId, organisationId).toString('base64url')
    return `${base}${STOP_PATH}?conta=${accountId}&organizacao=${organisationId}&assinatura=${signature}`
  },
  accepts: ({ conta, organizacao, assinatura }) =>
    isSigned(ring, Buffer.from(assinatura, 'base64url'), (secret) => signatureOf(secret, conta, organizacao)),
})
