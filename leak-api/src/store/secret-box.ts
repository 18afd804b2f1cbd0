import { createBox, deriveKey } from './box.ts'

/** Encrypts secrets for the database. `owner` is bound to the text, so that a row cannot have another one's. */
export type SecretBox = {
  seal(text: string, owner: string): Uint8Array
  /** Throws where the text was sealed for another owner or with another key. */
  open(sealed: Uint8Array, owner: string): string
}

/** Under a key of its own for each purpose, derived from `key`, which is not in the database. */
export const createSecretBox = (key: Uint8Array, purpose: string): SecretBox => {
  const box = createBox(deriveKey(key, purpose))
  return {
    seal: (text, owner) => box.close(Buffer.from(text), owner),
    open: (sealed, owner) => box.open(sealed, owner).toString('utf8'),
  }
}
