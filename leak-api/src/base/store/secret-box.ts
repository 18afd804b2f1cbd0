import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import type { InstallationKey, KeyRing } from '../key-ring.ts'
import type { SealedColumn } from './sealed-columns.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives a key for one `use` from a key outside the database. */
export const deriveKey = (key: Uint8Array | KeyObject, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, '', use, KEY_BYTES))

/** Encrypts secrets for the database. Each is bound to its owner: in another one's row it does not open. */
type Box = {
  close(secret: Uint8Array, owner: string): Buffer
  /** Throws for another key or owner. */
  open(closed: Uint8Array, owner: string): Buffer
}

/** AES-256-GCM under a key that {@link deriveKey} has made. */
export const createBox = (key: Uint8Array): Box => ({
  close: (secret, owner) => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner))
    const text = Buffer.concat([cipher.update(secret), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text])
  },
  open: (closed, owner) => {
    const decipher = createDecipheriv(CIPHER, key, closed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(closed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(closed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  },
})

/** Encrypts secrets for the database. `owner` binds a text to its row. */
export type SecretBox = {
  seal(text: string, owner: string): Uint8Array
  /** Throws for another owner, or unknown keys. */
  open(sealed: Uint8Array, owner: string): string
}

/** Derives a key for each purpose from `ring`, which stays outside the database. */
export const createSecretBox = (ring: KeyRing, { purpose }: Pick<SealedColumn, 'purpose'>): SecretBox => {
  const boxOf = ({ secret }: InstallationKey) => createBox(deriveKey(secret, purpose))
  return {
    seal: (text, owner) => boxOf(ring.current).close(Buffer.from(text), owner),
    open: (sealed, owner) => {
      let cause: unknown
      for (const key of ring.all) {
        try {
          return boxOf(key).open(sealed, owner).toString('utf8')
        } catch (error) {
          cause = error
        }
      }
      throw new Error(`${purpose}: no key of this server decrypts what is stored`, { cause })
    },
  }
}
