import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
/** Codes of the 30 s before and after are taken, too (P-FACTOR-3): clocks differ. */
const WINDOW = 1
/** As RFC 4226 section 4 recommends. */
const SECRET_BYTES = 20

/** The secret and the parameters of an authenticator app's codes (RFC 6238). */
const totpOf = (secret: Secret, issuer = '', label = '') =>
  // What every app can do: SHA-1 in an HMAC is sound.
  new TOTP({ secret, issuer, label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })

export type NewSecret = {
  readonly bytes: Uint8Array
  /** For people who type it: base32. */
  readonly text: string
  /** For the QR code: `otpauth://totp/…`. */
  readonly address: string
}

/** `label` names the account in the app. */
export const newSecret = (issuer: string, label: string): NewSecret => {
  const secret = new Secret({ size: SECRET_BYTES })
  return { bytes: secret.bytes, text: secret.base32, address: totpOf(secret, issuer, label).toString() }
}

/** The 30 s to which `code` belongs, as their number since 1970; `undefined`: it is no code of now. */
export const stepOf = (secret: Uint8Array, code: string, now: Date): number | undefined => {
  const totp = totpOf(new Secret({ buffer: Uint8Array.from(secret).buffer }))
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}
