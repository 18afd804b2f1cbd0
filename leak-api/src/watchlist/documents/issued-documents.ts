import { saoPauloDay } from '@atalaia/contracts'
import { type Queryable, sql } from '@atalaia/database'
import { boolean, enum as oneOf, nullable, object, string, unknown, type infer as Infer } from 'zod/mini'
import type { Json } from '../../base/audit/canonical-json.ts'
import { documentDigest, fileDigest } from './document-digest.ts'

const KINDS = ['mudanca', 'endereco', 'organizacao', 'lgpd'] as const
export type DocumentKind = (typeof KINDS)[number]

export type NewDocument = {
  readonly organisationId: string
  readonly kind: DocumentKind
  readonly title: string
  /** Includes the moment: equal facts are the same document. */
  readonly facts: Json
  /** False: another table keeps the facts. Default: true. */
  readonly keepsFacts?: boolean
  readonly occasion?: 'pedido' | 'mensal'
  /** Inclusive days, `YYYY-MM-DD`. */
  readonly period?: { readonly from: string; readonly to: string }
  readonly at: Date
}
export type IssuedDocument = { readonly id: string; readonly digest: string }

const keptSchema = object({ organisationId: string(), facts: unknown(), digest: string() })
const foundSchema = object({
  kind: oneOf(KINDS),
  title: string(),
  firstDay: nullable(string()),
  lastDay: nullable(string()),
  at: string(),
  digest: string(),
  isFile: boolean(),
})
/** `isFile`: found by its file. */
export type FoundDocument = Infer<typeof foundSchema>

/** Calls name the organisation, or a document found for it. */
export type IssuedDocuments = {
  /** Documents with equal facts are the same. `undefined`: the month already has its report. */
  issue(document: NewDocument): Promise<IssuedDocument | undefined>
  /** For readers with the right. `undefined`: no such id, or facts in another table. */
  facts(id: string): Promise<Infer<typeof keptSchema> | undefined>
  handOver(id: string, file: Buffer): Promise<Buffer>
  find(organisationId: string, digest: string): Promise<FoundDocument | undefined>
}

export const createIssuedDocuments = (database: Queryable): IssuedDocuments => ({
  issue: async ({ organisationId, kind, title, facts, keepsFacts = true, occasion, period, at }) => {
    const digest = documentDigest(facts)
    await database.execute(
      sql`INSERT INTO issued_document (organisation_id, kind, occasion, title, first_day, last_day, day, issued_at, facts, digest)
       VALUES (${organisationId}::bigint, ${kind}, ${occasion ?? null}, ${title}, ${period?.from ?? null}::date, ${period?.to ?? null}::date, ${saoPauloDay(at)}::date, ${at.toISOString()}::timestamptz, ${keepsFacts ? JSON.stringify(facts) : null}::jsonb, ${digest}) ON CONFLICT DO NOTHING`,
    )
    const [row] = await database.query(
      object({ id: string() }),
      sql`SELECT id::text FROM issued_document WHERE organisation_id = ${organisationId}::bigint AND digest = ${digest}`,
    )
    return row && { id: row.id, digest }
  },
  facts: async (id) => {
    const [kept] = await database.query(
      keptSchema,
      sql`SELECT organisation_id::text AS "organisationId", facts, digest FROM issued_document WHERE id = ${id}::uuid AND facts IS NOT NULL`,
    )
    return kept
  },
  handOver: async (id, file) => {
    await database.execute(
      sql`INSERT INTO issued_file (document_id, digest) VALUES (${id}::uuid, ${fileDigest(file)}) ON CONFLICT DO NOTHING`,
    )
    return file
  },
  find: async (organisationId, digest) => {
    const [found] = await database.query(
      foundSchema,
      sql`SELECT kind, title, first_day::text AS "firstDay", last_day::text AS "lastDay", digest,
         to_char(issued_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, digest <> ${digest} AS "isFile"
       FROM issued_document WHERE organisation_id = ${organisationId}::bigint AND (digest = ${digest}
         OR id IN (SELECT document_id FROM issued_file WHERE issued_file.digest = ${digest}))`,
    )
    return found
  },
})
