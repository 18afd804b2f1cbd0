import { type Queryable, sql } from '@atalaia/database'
import { randomBytes } from 'node:crypto'
import type { Claims, Publisher } from '../publishers.ts'
import { publisherRow, type PublisherRow } from '../rows.ts'

const COLUMNS = sql`id, remote, kind, issuer, claims, may, pinned, to_json(created_at) #>> '{}' AS "createdAt",
  created_by AS "createdBy"`

export type NewPublisher = Omit<Publisher, 'id' | 'pinned'>

/** `undefined` when the remote already has this issuer with these claims. */
export const insertPublisher = async (
  db: Queryable,
  publisher: NewPublisher,
  who: string,
): Promise<PublisherRow | undefined> => {
  const { remote, kind, issuer, claims, may } = publisher
  const [made] = await db.query(
    publisherRow,
    sql`INSERT INTO gateway.publisher (id, remote, kind, issuer, claims, may, created_by)
     VALUES (${randomBytes(4).toString('hex')}, ${remote}, ${kind}, ${issuer}, ${JSON.stringify(claims)}::jsonb, ${JSON.stringify(may)}::jsonb, ${who}) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
  )
  return made
}

/** Oldest first. */
export const listPublishers = (db: Queryable, remote: string | null): Promise<PublisherRow[]> =>
  db.query(
    publisherRow,
    sql`SELECT ${COLUMNS} FROM gateway.publisher WHERE removed_at IS NULL AND (${remote}::text IS NULL OR remote = ${remote})
     ORDER BY remote, created_at`,
  )

/** Also ends the keys that its tokens were exchanged for. */
export const removePublisher = async (db: Queryable, id: string): Promise<PublisherRow | undefined> => {
  const [removed] = await db.query(
    publisherRow,
    sql`UPDATE gateway.publisher SET removed_at = now() WHERE id = ${id} AND removed_at IS NULL RETURNING ${COLUMNS}`,
  )
  return removed
}

export const lockPublisher = async (tx: Queryable, id: string): Promise<PublisherRow | undefined> => {
  const [found] = await tx.query(
    publisherRow,
    sql`SELECT ${COLUMNS} FROM gateway.publisher WHERE id = ${id} AND removed_at IS NULL FOR UPDATE`,
  )
  return found
}

export const pinIds = (tx: Queryable, id: string, ids: Claims): Promise<number> =>
  tx.execute(sql`UPDATE gateway.publisher SET pinned = ${JSON.stringify(ids)}::jsonb WHERE id = ${id}`)

/** `false` when the token was used before. `until`: seconds since 1970. */
export const takeIdentity = async (
  tx: Queryable,
  { issuer, replayId, until }: { readonly issuer: string; readonly replayId: string; readonly until: number },
): Promise<boolean> => {
  // The gateway's clock may be behind that of the database.
  await tx.execute(sql`DELETE FROM gateway.exchanged_identity WHERE until < now() - interval '1 hour'`)
  const taken = await tx.execute(
    sql`INSERT INTO gateway.exchanged_identity (issuer, identity, until) VALUES (${issuer}, ${replayId}, to_timestamp(${until}::float8))
     ON CONFLICT DO NOTHING`,
  )
  return taken === 1
}
