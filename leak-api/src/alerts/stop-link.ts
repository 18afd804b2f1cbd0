import { createHmac, timingSafeEqual } from 'node:crypto'

export type StopLinks = {
  /** A link that stops the alerts of an account, without an end: mails are read late (M-ALERT-5). */
  sign(accountId: string): string
  accepts(link: { readonly conta: string; readonly assinatura: string }): boolean
}

/** The path of the link, behind the API's own address. */
export const STOP_PATH = '/alertas/parar'

/** `base` is the API's address as mailboxes reach it. */
export const createStopLinks = (key: Uint8Array, base: string): StopLinks => {
  const signatureOf = (accountId: string) => createHmac('sha256', key).update(`alerts\nemail\n${accountId}`).digest()
  return {
    sign: (accountId) =>
      `${base}${STOP_PATH}?conta=${accountId}&assinatura=${signatureOf(accountId).toString('base64url')}`,
    accepts: ({ conta, assinatura }) => {
      const offered = Buffer.from(assinatura, 'base64url')
      const expected = signatureOf(conta)
      return offered.length === expected.length && timingSafeEqual(offered, expected)
    },
  }
}
