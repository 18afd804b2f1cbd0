import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keeps what second factors share with the server: who has the database without the keys can use none of it. */
export type Seal = {
  /** Encrypted for one account: in another one's row it does not open. */
  close(accountId: string, secret: Uint8Array): Uint8Array
  /** Throws for what was closed with another key or for another account. */
  open(accountId: string, sealed: Uint8Array): Uint8Array
  /** The keyed hash of an account's code, in hexadecimal digits. */
  hashOf(accountId: string, code: string): string
}

/** `key` is the one that fingerprints passwords: of the API's keys the one that never changes (M-PRIVACY-4). */
export const createSeal = (key: Uint8Array): Seal => {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, '', `second factor: ${use}`, KEY_BYTES))
  const [secrets, codes] = [derive('secrets'), derive('codes')]
  return {
    close: (accountId, secret) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, secrets, nonce).setAAD(Buffer.from(accountId))
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open: (accountId, sealed) => {
      const decipher = createDecipheriv(CIPHER, secrets, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(accountId))
        .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    },
    hashOf: (accountId, code) => createHmac('sha256', codes).update(`${accountId} ${code}`).digest('hex'),
  }
}
