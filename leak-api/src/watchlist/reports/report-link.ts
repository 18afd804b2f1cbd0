import { createHmac, type KeyObject } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { isSigned, type KeyRing } from '../../base/key-ring.ts'

const LIFETIME_SECONDS = 15 * 60

export type ReportLinks = {
  /** Signed path that expires (M-NUM-10). */
  sign(reportId: string): string
  accepts(link: { readonly id: string; readonly expira: string; readonly assinatura: string }): boolean
}

const signatureOf = (secret: KeyObject, id: string, expires: string) =>
  createHmac('sha256', secret).update(`report\n${id}\n${expires}`).digest()

/** `base`: `/api`, or the API's public address. */
export const createReportLinks = (ring: KeyRing, base: string, clock: Clock): ReportLinks => {
  const now = () => Math.floor(clock().getTime() / 1000)

  return {
    sign: (reportId) => {
      const expires = String(now() + LIFETIME_SECONDS)
      const signature = signatureOf(ring.current.secret, reportId, expires).toString('base64url')
      return `${base}/relatorios/${reportId}?expira=${expires}&assinatura=${signature}`
    },
    accepts: ({ id, expira, assinatura }) => {
      const offered = Buffer.from(assinatura, 'base64url')
      return isSigned(ring, offered, (secret) => signatureOf(secret, id, expira)) && now() < Number(expira)
    },
  }
}
