import { verifierRow, type SignedVerdict, type Verdict, type Verifier } from '@atalaia/artifact'
import { sql, type Queryable } from '@atalaia/database'
import { recordAct } from '../rights/repository/acts.ts'
import { storedVerdictRow, type StoredVerdict } from './records.ts'

const iso = (column: string, name: string) => sql`to_json(${sql.ref(column)}) #>> '{}' AS ${sql.ref(name)}`

/** Versions per answer: a verdict may have 48 kB. */
const MAX_VERDICTS = 50

export const newestVerdicts = (db: Queryable, remote: string, version: string | null): Promise<StoredVerdict[]> =>
  db.query(
    storedVerdictRow,
    sql`SELECT * FROM (SELECT DISTINCT ON (v.version) v.version, v.verifier, ${iso('v.received_at', 'receivedAt')}, v.verdict, v.signature,
       w.public_key AS "publicKey"
     FROM gateway.verdict v JOIN gateway.verifier w ON w.name = v.verifier
     WHERE v.remote = ${remote} AND ${version === null ? sql`true` : sql`v.version = ${version}`} AND w.revoked_at IS NULL
       AND (w.remote IS NULL OR w.remote = v.remote)
     ORDER BY v.version, v.made_at DESC, v.received_at DESC) AS newest ORDER BY "receivedAt" DESC LIMIT ${sql.lit(MAX_VERDICTS)}`,
  )

/** Replaces the verifier's previous verdict on the version. `false` when that verdict is newer. */
export const keepVerdict = async (
  db: Queryable,
  { remote, version, at }: Verdict,
  { verifier, verdict, signature }: SignedVerdict,
): Promise<boolean> =>
  (await db.execute(
    sql`INSERT INTO gateway.verdict AS kept (remote, version, verifier, made_at, verdict, signature)
     VALUES (${remote}, ${version}, ${verifier}, ${at}, ${verdict}, ${signature})
     ON CONFLICT (remote, version, verifier) DO UPDATE
       SET made_at = excluded.made_at, received_at = now(), verdict = excluded.verdict, signature = excluded.signature
       WHERE kept.made_at < excluded.made_at`,
  )) === 1

const VERIFIER_COLUMNS = sql`name, public_key AS "publicKey", remote, added_by AS "addedBy", ${iso('added_at', 'addedAt')},
  ${iso('revoked_at', 'revokedAt')}`

export const listVerifiers = (db: Queryable): Promise<Verifier[]> =>
  db.query(verifierRow, sql`SELECT ${VERIFIER_COLUMNS} FROM gateway.verifier ORDER BY name`)

const recordVerifierAct = (tx: Queryable, act: string, { name, publicKey, remote }: Verifier, who: string) =>
  recordAct(tx, { act, who, about: remote ?? 'all remotes', detail: `verifier ${name} with the key ${publicKey}` })

export type NewVerifier = Pick<Verifier, 'name' | 'publicKey' | 'remote'> & { readonly who: string }

/** Adds a verifier and keeps the act. `undefined` when the name is taken, also by a revoked verifier. */
export const addVerifier = async (
  tx: Queryable,
  { name, publicKey, remote, who }: NewVerifier,
): Promise<Verifier | undefined> => {
  const add = sql`INSERT INTO gateway.verifier (name, public_key, remote, added_by)
    VALUES (${name}, ${publicKey}, ${remote}, ${who})
    ON CONFLICT DO NOTHING RETURNING ${VERIFIER_COLUMNS}`
  const [added] = await tx.query(verifierRow, add)
  if (added) await recordVerifierAct(tx, 'verifier added', added, who)
  return added
}

/**
 * Revokes a verifier and its verdicts, and keeps the act. `undefined` without a valid verifier of
 * this name.
 */
export const revokeVerifier = async (tx: Queryable, name: string, who: string): Promise<Verifier | undefined> => {
  const revoke = sql`UPDATE gateway.verifier SET revoked_at = now()
    WHERE name = ${name} AND revoked_at IS NULL RETURNING ${VERIFIER_COLUMNS}`
  const [revoked] = await tx.query(verifierRow, revoke)
  if (revoked) await recordVerifierAct(tx, 'verifier revoked', revoked, who)
  return revoked
}
