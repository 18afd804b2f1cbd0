import { createHmac } from 'node:crypto'
import { createBox, deriveKey } from '../../base/store/secret-box.ts'

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
  const box = createBox(deriveKey(key, 'second factor: secrets'))
  const codes = deriveKey(key, 'second factor: codes')
  return {
    close: (accountId, secret) => box.close(secret, accountId),
    open: (accountId, sealed) => box.open(sealed, accountId),
    hashOf: (accountId, code) => createHmac('sha256', codes).update(`${accountId} ${code}`).digest('hex'),
  }
}
