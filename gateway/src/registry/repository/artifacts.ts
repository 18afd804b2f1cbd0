import { verifierRow, type DescribedBuild, type SignedVerdict, type Verdict, type Verifier } from '@atalaia/artifact'
import { type Queryable, sql } from '@atalaia/database'
import { recordAct } from '@atalaia/trust/keys'
import { boolean, object, string } from 'zod/mini'
import { HASH_IN_NAME } from '../storage/artifact.ts'
import { artifactRow, storedVerdictRow, type ArtifactRow, type StoredVerdict } from './records.ts'

const iso = (column: string, name: string) => sql`to_json(${sql.raw(column)}) #>> '{}' AS "${sql.raw(name)}"`
const COLUMNS = sql`name, version, digest, descriptor, shell, published_by AS "publishedBy", ${iso('published_at', 'publishedAt')},
  ${iso('promoted_at', 'promotedAt')}, ${iso('pruned_at', 'prunedAt')}`

export const findArtifact = async (db: Queryable, name: string, version: string): Promise<ArtifactRow | undefined> =>
  (
    await db.query(
      artifactRow,
      sql`SELECT ${COLUMNS} FROM gateway.artifact WHERE name = ${name} AND version = ${version}`,
    )
  )[0]

export const listArtifacts = (db: Queryable): Promise<ArtifactRow[]> =>
  db.query(artifactRow, sql`SELECT ${COLUMNS} FROM gateway.artifact ORDER BY name, published_at, version`)

/** Whether any version of a remote was ever published. */
export const isPublishedName = async (db: Queryable, name: string): Promise<boolean> =>
  (await db.query(object({ name: string() }), sql`SELECT name FROM gateway.artifact WHERE name = ${name} LIMIT 1`))
    .length > 0

const filesOf = (artifact: string) => sql`jsonb_array_elements(${sql.raw(artifact)}.descriptor #> '{artifact,files}')`

/**
 * Whether each file of a version with a name that earlier versions know, pruned ones too, has the content that it has there.
 * Then an address that names the file alone means one content for ever. Names without a hash are not looked at.
 */
export const agreesWithEarlier = async (
  db: Queryable,
  { name, version }: Pick<ArtifactRow, 'name' | 'version'>,
): Promise<boolean> => {
  const [found] = await db.query(
    object({ agrees: boolean() }),
    sql`SELECT NOT EXISTS (
       SELECT FROM gateway.artifact earlier CROSS JOIN ${filesOf('earlier')} theirs JOIN ${filesOf('own')} mine
         ON theirs->>'path' = mine->>'path' AND theirs->>'integrity' <> mine->>'integrity'
       WHERE earlier.name = own.name AND mine->>'path' ~ ${HASH_IN_NAME.source} AND (earlier.published_at, earlier.version) < (own.published_at, own.version)
     ) AS agrees FROM gateway.artifact own WHERE name = ${name} AND version = ${version}`,
  )
  return found?.agrees === true
}

/** The first kept version, promoted before, that has a file of this name; later ones may have other content under it. */
export const findHolder = async (db: Queryable, name: string, path: string): Promise<ArtifactRow | undefined> =>
  (
    await db.query(
      artifactRow,
      sql`SELECT ${COLUMNS} FROM gateway.artifact WHERE name = ${name} AND promoted_at IS NOT NULL AND pruned_at IS NULL AND descriptor @> ${JSON.stringify({ artifact: { files: [{ path }] } })}::jsonb
       ORDER BY published_at, version LIMIT 1`,
    )
  )[0]

export type NewArtifact = DescribedBuild & { readonly digest: string; readonly who: string }

/** Adds a published version; `false` when the version is there already. */
export const insertArtifact = async (
  db: Queryable,
  { descriptor, shell, digest, who }: NewArtifact,
): Promise<boolean> =>
  (await db.execute(
    sql`INSERT INTO gateway.artifact (name, version, digest, descriptor, published_by, shell) VALUES (${descriptor.name}, ${descriptor.version}, ${digest}, ${JSON.stringify(descriptor)}, ${who}, ${shell === undefined ? null : JSON.stringify(shell)})
     ON CONFLICT DO NOTHING`,
  )) === 1

/** Versions to which no channel points and that were not promoted within the last `days` days (M-PUBLISH-6). */
export const listExpired = (db: Queryable, days: number): Promise<ArtifactRow[]> =>
  db.query(
    artifactRow,
    sql`SELECT ${COLUMNS} FROM gateway.artifact a WHERE pruned_at IS NULL
       AND coalesce(promoted_at, published_at) < now() - make_interval(days => ${days}::int)
       AND NOT EXISTS (SELECT FROM gateway.channel c WHERE c.remote = a.name AND (c.version = a.version OR c.candidate = a.version))
     ORDER BY name, version`,
  )

export const markPruned = async (db: Queryable, name: string, version: string): Promise<void> => {
  await db.execute(sql`UPDATE gateway.artifact SET pruned_at = now() WHERE name = ${name} AND version = ${version}`)
}

/** Versions in one answer about verdicts: each may have 48 kB. */
const MAX_VERDICTS = 50

/**
 * The newest verdict about each version of a remote, of verifiers that are not revoked and may judge it; with `version`, about
 * that one alone.
 */
export const newestVerdicts = (db: Queryable, remote: string, version: string | null): Promise<StoredVerdict[]> =>
  db.query(
    storedVerdictRow,
    sql`SELECT * FROM (SELECT DISTINCT ON (v.version) v.version, v.verifier, ${iso('v.received_at', 'receivedAt')}, v.verdict, v.signature,
       w.public_key AS "publicKey"
     FROM gateway.verdict v JOIN gateway.verifier w ON w.name = v.verifier
     WHERE v.remote = ${remote} AND (${version}::text IS NULL OR v.version = ${version}) AND w.revoked_at IS NULL AND (w.remote IS NULL OR w.remote = v.remote)
     ORDER BY v.version, v.made_at DESC, v.received_at DESC) AS newest ORDER BY "receivedAt" DESC LIMIT ${sql.lit(MAX_VERDICTS)}`,
  )

/** Keeps a verdict in the place of the verifier's last one about the version; `false` when that one is not older. */
export const keepVerdict = async (
  db: Queryable,
  { remote, version, at }: Verdict,
  { verifier, verdict, signature }: SignedVerdict,
): Promise<boolean> =>
  (await db.execute(
    sql`INSERT INTO gateway.verdict AS kept (remote, version, verifier, made_at, verdict, signature) VALUES (${remote}, ${version}, ${verifier}, ${at}, ${verdict}, ${signature})
     ON CONFLICT (remote, version, verifier) DO UPDATE
       SET made_at = excluded.made_at, received_at = now(), verdict = excluded.verdict, signature = excluded.signature
       WHERE kept.made_at < excluded.made_at`,
  )) === 1

const VERIFIER_COLUMNS = sql`name, public_key AS "publicKey", remote, added_by AS "addedBy", ${iso('added_at', 'addedAt')},
  ${iso('revoked_at', 'revokedAt')}`

/** All verifiers, revoked ones too, by name. */
export const listVerifiers = (db: Queryable): Promise<Verifier[]> =>
  db.query(verifierRow, sql`SELECT ${VERIFIER_COLUMNS} FROM gateway.verifier ORDER BY name`)

const recordVerifierAct = (tx: Queryable, act: string, { name, publicKey, remote }: Verifier, who: string) =>
  recordAct(tx, { act, who, about: remote ?? 'all remotes', detail: `verifier ${name} with the key ${publicKey}` })

export type NewVerifier = Pick<Verifier, 'name' | 'publicKey' | 'remote'> & { readonly who: string }

/** Adds a verifier, keeps the act, and returns the verifier; `undefined` when the name is taken, also by one that was revoked. */
export const addVerifier = async (
  tx: Queryable,
  { name, publicKey, remote, who }: NewVerifier,
): Promise<Verifier | undefined> => {
  const [added] = await tx.query(
    verifierRow,
    sql`INSERT INTO gateway.verifier (name, public_key, remote, added_by) VALUES (${name}, ${publicKey}, ${remote}, ${who})
    ON CONFLICT DO NOTHING RETURNING ${VERIFIER_COLUMNS}`,
  )
  if (added) await recordVerifierAct(tx, 'verifier added', added, who)
  return added
}

/** Revokes a verifier, and with it what it has said, keeps the act, and returns the verifier; `undefined` when no valid one has this name. */
export const revokeVerifier = async (tx: Queryable, name: string, who: string): Promise<Verifier | undefined> => {
  const [revoked] = await tx.query(
    verifierRow,
    sql`UPDATE gateway.verifier SET revoked_at = now() WHERE name = ${name} AND revoked_at IS NULL RETURNING ${VERIFIER_COLUMNS}`,
  )
  if (revoked) await recordVerifierAct(tx, 'verifier revoked', revoked, who)
  return revoked
}
