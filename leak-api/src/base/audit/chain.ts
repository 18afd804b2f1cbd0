import { createHash, randomBytes } from 'node:crypto'
import { canonicalJson, type Json } from './canonical-json.ts'

const SALT_BYTES = 16

/** Hashes the previous hash (64 hexadecimal digits, zeros at first) and the row's content. */
export const chainHash = (before: string, content: string): string =>
  createHash('sha256').update(Buffer.from(before, 'hex')).update(content).digest('hex')

export const nameHash = (salt: string, content: string): string =>
  createHash('sha256').update(Buffer.from(salt, 'hex')).update(content).digest('hex')

export type SealedNames = { readonly content: string; readonly salt: string; readonly hash: string }

export const sealNames = (names: Json): SealedNames => {
  const [content, salt] = [canonicalJson(names), randomBytes(SALT_BYTES).toString('hex')]
  return { content, salt, hash: nameHash(salt, content) }
}
