import { createHash, randomBytes } from 'node:crypto'
import { canonicalJson, type Json } from './canonical-json.ts'

const SALT_BYTES = 16

/** The hash of a row: of the one before it (64 hexadecimal digits, all 0 before the first) and of its content. */
export const chainHash = (before: string, content: string): string =>
  createHash('sha256').update(Buffer.from(before, 'hex')).update(content).digest('hex')

/** The hash by which a row's content holds names that lie beside it, and may be erased. */
export const nameHash = (salt: string, content: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'hex')).update(content).digest('hex')

/** Names as they are stored, with the hash that the content gets. */
export type SealedNames = { readonly content: string; readonly salt: string; readonly hash: string }

export const sealNames = (names: Json): SealedNames => {
  const [content, salt] = [canonicalJson(names), randomBytes(SALT_BYTES).toString('hex')]
  return { content, salt, hash: nameHash(salt, content) }
}
