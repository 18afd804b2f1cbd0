import { createHmac, timingSafeEqual } from 'node:crypto'

const macOf = (value: string, purpose: string, secret: string) =>
  createHmac('sha256', secret).update(`${purpose}\n${value}`).digest()

/** `value` and its signature (HMAC-SHA256), which is valid for this purpose alone. The value must not contain a dot. */
export const sign = (value: string, purpose: string, secret: string): string =>
  `${value}.${macOf(value, purpose, secret).toString('base64url')}`

/** The value, if it was signed for this purpose; otherwise `undefined`. */
export const unsign = (signed: string, purpose: string, secret: string): string | undefined => {
  const [value, mac, ...rest] = signed.split('.')
  if (value === undefined || mac === undefined || rest.length > 0) return undefined
  const [expected, given] = [macOf(value, purpose, secret), Buffer.from(mac, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
}
