import { createHmac } from 'node:crypto'

/** The header with the signature of a call (M-HOOK-2). */
export const SIGNATURE_HEADER = 'atalaia-signature'
/** The header with the id of the delivery, which stays the same in each attempt. */
export const DELIVERY_HEADER = 'atalaia-delivery'
export const EVENT_HEADER = 'atalaia-event'

/**
 * The signature of a body in the form of Stripe's: `t=` and the Unix time of the attempt, and for each secret `v1=` and the
 * HMAC-SHA256 of time, a dot and the body, in hexadecimal digits.
 */
export const signatureOf = (body: string, secrets: readonly string[], at: Date): string => {
  const time = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  )
  return [`t=${time}`, ...signatures].join(',')
}
