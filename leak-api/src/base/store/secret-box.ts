import type { InstallationKey, KeyRing } from '../key-ring.ts'
import { createBox, deriveKey } from './box.ts'
import type { SealedColumn } from './sealed-columns.ts'

/** Encrypts secrets for the database. `owner` is bound to the text, so that a row cannot have another one's. */
export type SecretBox = {
  seal(text: string, owner: string): Uint8Array
  /** Throws where the text was sealed for another owner, or with none of the keys. */
  open(sealed: Uint8Array, owner: string): string
}

/** Under a key of its own for each purpose, derived from those of `ring`, which are not in the database. */
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
