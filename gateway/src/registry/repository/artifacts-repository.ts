import type { DescribedBuild } from '@atalaia/artifact'
import { shellManifestSchema, type ShellManifest } from '@atalaia/contracts'
import { sql, type Queryable } from '@atalaia/database'
import { boolean, object, string } from 'zod/mini'
import { HASH_IN_NAME } from '../storage/artifact.ts'
import { artifactRow, useRow, type ArtifactRow, type ModuleUse } from './records.ts'

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

export const isPublishedName = async (db: Queryable, name: string): Promise<boolean> =>
  (await db.query(object({ name: string() }), sql`SELECT name FROM gateway.artifact WHERE name = ${name} LIMIT 1`))
    .length > 0

const filesOf = (artifact: string) => sql`jsonb_array_elements(${sql.raw(artifact)}.descriptor #> '{artifact,files}')`

/**
 * True when each known file name has the content of earlier versions, pruned ones included.
 * Such a name means one content for ever. Names without a hash do not count.
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

/** The first promoted version with a file of this name. Later versions may differ. */
export const findHolder = async (db: Queryable, name: string, path: string): Promise<ArtifactRow | undefined> =>
  (
    await db.query(
      artifactRow,
      sql`SELECT ${COLUMNS} FROM gateway.artifact WHERE name = ${name} AND promoted_at IS NOT NULL AND pruned_at IS NULL AND descriptor @> ${JSON.stringify({ artifact: { files: [{ path }] } })}::jsonb
       ORDER BY published_at, version LIMIT 1`,
    )
  )[0]

export type NewArtifact = DescribedBuild & { readonly digest: string; readonly who: string }

export const insertArtifact = async (
  db: Queryable,
  { descriptor, shell, digest, who }: NewArtifact,
): Promise<boolean> =>
  (await db.execute(
    sql`INSERT INTO gateway.artifact (name, version, digest, descriptor, published_by, shell) VALUES (${descriptor.name}, ${descriptor.version}, ${digest}, ${JSON.stringify(descriptor)}, ${who}, ${shell === undefined ? null : JSON.stringify(shell)})
     ON CONFLICT DO NOTHING`,
  )) === 1

/** Versions outside all channels, with no promotion in the last `days` days (M-PUBLISH-6). */
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

const shellRow = object({ manifest: shellManifestSchema })

const LIVE_SHELLS = sql`SELECT manifest FROM gateway.shell WHERE seen_at > now() - interval '2 minutes'
  UNION SELECT a.shell FROM gateway.artifact a JOIN gateway.channel c
    ON c.remote = a.name AND a.version IN (c.version, c.candidate) WHERE a.shell IS NOT NULL`

/** Shells of the last two minutes and of channels (M-GATE-9). */
export const liveShells = async (db: Queryable): Promise<ShellManifest[]> =>
  (await db.query(shellRow, LIVE_SHELLS)).map(({ manifest }) => manifest)

/** Days that a use counts (M-GATE-5). */
export const USE_DAYS = 30

/** Uses of a remote's modules within the last {@link USE_DAYS} days. */
export const listUses = (db: Queryable, remote: string): Promise<ModuleUse[]> =>
  db.query(
    useRow,
    sql`SELECT remote, module, consumer FROM gateway.module_use
     WHERE remote = ${remote} AND seen_at > now() - interval '${sql.lit(USE_DAYS)} days' ORDER BY consumer, module`,
  )
