import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'

const LIFETIME_SECONDS = 15 * 60

export type ReportLinks = {
  /** A path with a signature that ends (M-NUM-10). */
  sign(reportId: string): string
  accepts(link: { readonly id: string; readonly expira: string; readonly assinatura: string }): boolean
}

/** `base` stands before the path: `/api`, or the API's whole public address. */
export const createReportLinks = (key: Uint8Array, base: string, clock: Clock): ReportLinks => {
  const now = () => Math.floor(clock().getTime() / 1000)
  const signatureOf = (id: string, expires: string) =>
    createHmac('sha256', key).update(`report\n${id}\n${expires}`).digest()

  return {
    sign: (reportId) => {
      const expires = String(now() + LIFETIME_SECONDS)
      const signature = signatureOf(reportId, expires).toString('base64url')
      return `${base}/relatorios/${reportId}?expira=${expires}&assinatura=${signature}`
    },
    accepts: ({ id, expira, assinatura }) => {
      const offered = Buffer.from(assinatura, 'base64url')
      const expected = signatureOf(id, expira)
      const genuine = offered.length === expected.length && timingSafeEqual(offered, expected)
      return genuine && now() < Number(expira)
    },
  }
}
