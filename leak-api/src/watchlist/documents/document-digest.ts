import { createHash } from 'node:crypto'
import { canonicalJson, type Json } from '../../base/audit/canonical-json.ts'

/**
 * SHA-256 of the canonical text (RFC 8785) of the facts that a document tells, as 64 hexadecimal digits (P-REPORT-8).
 */
export const documentDigest = (facts: Json): string => createHash('sha256').update(canonicalJson(facts)).digest('hex')

/** SHA-256 of a document's file, as 64 hexadecimal digits. */
export const fileDigest = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex')

/** The digest as a document shows it: groups of eight digits, which people can compare. */
export const shownDigest = (digest: string): string => digest.match(/.{1,8}/g)?.join(' ') ?? ''
