import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets for the database. `owner` is bound to the text, so that a row cannot have another one's. */
export type SecretBox = {
  seal(text: string, owner: string): Uint8Array
  /** Throws where the text was sealed for another owner or with another key. */
  open(sealed: Uint8Array, owner: string): string
}

/** AES-256-GCM under a key that is derived from `key`, which is not in the database. */
export const createSecretBox = (key: Uint8Array): SecretBox => {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'client secrets of identity providers', 32))
  return {
    seal: (text, owner) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, derived, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv(CIPHER, derived, bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}
