import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from '../../base/audit/canonical-json.ts'

/** RFC 8785's canonical text, hexadecimal SHA-256 (P-REPORT-8). */
export const documentDigest = (facts: Json): string => createHash('sha256').update(canonicalJson(facts)).digest('hex')

export const fileDigest = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')

/** Groups of eight digits, for people to compare. */
export const shownDigest = (digest: string): string => digest.match(/.{1,8}/g)?.join(' ') ?? ''
