import { createHmac } from 'node:crypto'
import { createBox, deriveKey } from '../../base/store/secret-box.ts'

/** Protects second-factor secrets: the database without the keys is useless. */
export type Seal = {
  /** Encrypts for one account. Another account's row does not open it. */
  close(accountId: string, secret: Uint8Array): Uint8Array
  /** Throws for another key or another account. */
  open(accountId: string, sealed: Uint8Array): Uint8Array
  hashOf(accountId: string, code: string): string
}

/** `key` fingerprints passwords: the API's only key that never changes (M-PRIVACY-4). */
export const createSeal = (key: Uint8Array): Seal => {
  const box = createBox(deriveKey(key, 'second factor: secrets'))
  const codes = deriveKey(key, 'second factor: codes')
  return {
    close: (accountId, secret) => box.close(secret, accountId),
    open: (accountId, sealed) => box.open(sealed, accountId),
    hashOf: (accountId, code) => createHmac('sha256', codes).update(`${accountId} ${code}`).digest('hex'),
  }
}
