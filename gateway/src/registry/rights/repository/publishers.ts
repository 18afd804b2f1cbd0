import type { Queryable } from '@atalaia/database'
import { randomBytes } from 'node:crypto'
import type { Claims, Publisher } from '../publishers.ts'
import { publisherRow, type PublisherRow } from '../rows.ts'

const COLUMNS = `id, remote, kind, issuer, claims, may, pinned, to_json(created_at) #>> '{}' AS "createdAt",
  created_by AS "createdBy"`

export type NewPublisher = Omit<Publisher, 'id' | 'pinned'>

/** Registers a publisher; `undefined` when the remote has one of the same issuer and claims. */
export const insertPublisher = async (
  db: Queryable,
  publisher: NewPublisher,
  who: string,
): Promise<PublisherRow | undefined> => {
  const { remote, kind, issuer, claims, may } = publisher
  const [made] = await db.query(
    publisherRow,
    `INSERT INTO gateway.publisher (id, remote, kind, issuer, claims, may, created_by)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    [randomBytes(4).toString('hex'), remote, kind, issuer, JSON.stringify(claims), JSON.stringify(may), who],
  )
  return made
}

/** The publishers of a remote, or of all, the oldest first. */
export const listPublishers = (db: Queryable, remote: string | null): Promise<PublisherRow[]> =>
  db.query(
    publisherRow,
    `SELECT ${COLUMNS} FROM gateway.publisher WHERE removed_at IS NULL AND ($1::text IS NULL OR remote = $1)
     ORDER BY remote, created_at`,
    [remote],
  )

/** Removes a publisher, and with it the right of each key that its tokens were exchanged for. */
export const removePublisher = async (db: Queryable, id: string): Promise<PublisherRow | undefined> => {
  const [removed] = await db.query(
    publisherRow,
    `UPDATE gateway.publisher SET removed_at = now() WHERE id = $1 AND removed_at IS NULL RETURNING ${COLUMNS}`,
    [id],
  )
  return removed
}

/** Reads a publisher that nobody else changes before the transaction ends. */
export const lockPublisher = async (tx: Queryable, id: string): Promise<PublisherRow | undefined> => {
  const [found] = await tx.query(
    publisherRow,
    `SELECT ${COLUMNS} FROM gateway.publisher WHERE id = $1 AND removed_at IS NULL FOR UPDATE`,
    [id],
  )
  return found
}

export const pinIds = (tx: Queryable, id: string, ids: Claims): Promise<number> =>
  tx.execute('UPDATE gateway.publisher SET pinned = $2::jsonb WHERE id = $1', [id, JSON.stringify(ids)])

/** Notes that an identity token was taken; `false` when it was before. `until` is in seconds since 1970. */
export const takeIdentity = async (
  tx: Queryable,
  { issuer, replayId, until }: { readonly issuer: string; readonly replayId: string; readonly until: number },
): Promise<boolean> => {
  // The gateway's clock may be behind that of the database.
  await tx.execute(`DELETE FROM gateway.exchanged_identity WHERE until < now() - interval '1 hour'`)
  const taken = await tx.execute(
    `INSERT INTO gateway.exchanged_identity (issuer, identity, until) VALUES ($1, $2, to_timestamp($3::float8))
     ON CONFLICT DO NOTHING`,
    [issuer, replayId, until],
  )
  return taken === 1
}
