import { createHmac, type KeyObject } from 'node:crypto'
import { isSigned, type KeyRing } from '../../base/key-ring.ts'
import type { AlertMember } from './alert-settings.ts'

export type StopLinks = {
  /** Never expires: mails are read late (M-ALERT-5). */
  sign(member: AlertMember): string
  accepts(link: {
    readonly conta: string
    /** Absent in old mails: stops all of the person's alerts. */
    readonly organizacao?: string | undefined
    readonly assinatura: string
  }): boolean
}

export const STOP_PATH = '/alertas/parar'

const signatureOf = (secret: KeyObject, accountId: string, organisationId?: string) =>
  createHmac('sha256', secret)
    .update(['alerts', 'email', accountId, ...(organisationId === undefined ? [] : [organisationId])].join('\n'))
    .digest()

export const createStopLinks = (ring: KeyRing, base: string): StopLinks => ({
  sign: ({ accountId, organisationId }) => {
    const signature = signatureOf(ring.current.secret, accountId, organisationId).toString('base64url')
    return `${base}${STOP_PATH}?conta=${accountId}&organizacao=${organisationId}&assinatura=${signature}`
  },
  accepts: ({ conta, organizacao, assinatura }) =>
    isSigned(ring, Buffer.from(assinatura, 'base64url'), (secret) => signatureOf(secret, conta, organizacao)),
})
