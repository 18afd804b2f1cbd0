import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** Also accepts codes of the 30 s before and after: clocks differ (P-FACTOR-3). */
const WINDOW = 1
/** RFC 4226 section 4 recommends it. */
const SECRET_BYTES = 20

const totpOf = (secret: Secret, issuer = '', label = '') =>
  // What every app can do: SHA-1 in an HMAC is sound.
  new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })

export type NewSecret = {
  readonly bytes: Uint8Array
  readonly text: string
  readonly address: string
}

export const newSecret = (issuer: string, label: string): NewSecret => {
  const secret = new Secret({ size: SECRET_BYTES })
  return { bytes: secret.bytes, text: secret.base32, address: totpOf(secret, issuer, label).toString() }
}

export const stepOf = (secret: Uint8Array, code: string, now: Date): number | undefined => {
  const totp = totpOf(new Secret({ buffer: Uint8Array.from(secret).buffer }))
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}
