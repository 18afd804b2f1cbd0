import type { Holder, Right } from '@atalaia/artifact'
import { sql, type Queryable } from '@atalaia/database'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { output } from 'zod/mini'
import { checkedRow, endRow, ownerRow, tokenRow, type TokenRow } from '../rows.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

const PREFIX = { team: 'atd', job: 'atc', person: 'atp' } as const
const KEY = /^at[dcp]_([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/

export type NewKey = { readonly id: string; readonly token: string; readonly ends: string | null }

export type KeyFacts = {
  readonly of: keyof typeof PREFIX
  readonly remote?: string
  readonly person?: string
  readonly publisher?: string
  readonly label: string
  readonly may: readonly Right[]
  /** Minutes from now. `null`: no end. */
  readonly minutes: number | null
}

/** Returns the key once. The database keeps its hash. */
export const insertKey = async (db: Queryable, facts: KeyFacts): Promise<NewKey> => {
  const { of, remote = null, person = null, publisher = null, label, may, minutes } = facts
  const id = randomBytes(6).toString('hex')
  const secret = randomBytes(32).toString('base64url')
  const hash = hashOf(secret).toString('hex')
  const [made] = await db.query(
    endRow,
    sql`INSERT INTO gateway.deploy_token (id, remote, person, publisher, label, may, hash, ends_at)
     VALUES (${id}, ${remote}, ${person}, ${publisher}, ${label}, ${JSON.stringify(may)}::jsonb, ${hash}, now() + ${minutes}::float8 * interval '1 minute')
     RETURNING to_json(ends_at) #>> '{}' AS ends`,
  )
  return { id, token: `${PREFIX[of]}_${id}_${secret}`, ends: made?.ends ?? null }
}

/** M-PUBLISH-2 */
export const listTokens = (db: Queryable): Promise<TokenRow[]> =>
  db.query(
    tokenRow,
    sql`SELECT id, remote, label, to_json(created_at) #>> '{}' AS "createdAt", to_json(ends_at) #>> '{}' AS "endsAt",
       coalesce(ends_at <= now(), false) AS "hasEnded", to_json(revoked_at) #>> '{}' AS "revokedAt"
     FROM gateway.deploy_token WHERE person IS NULL AND publisher IS NULL ORDER BY remote, created_at`,
  )

/** Returns the remote or person of the key. `undefined` without a valid key of this id. */
export const revokeKey = async (db: Queryable, id: string): Promise<string | undefined> => {
  const [revoked] = await db.query(
    ownerRow,
    sql`UPDATE gateway.deploy_token SET revoked_at = now() WHERE id = ${id} AND revoked_at IS NULL
     RETURNING coalesce(person, remote) AS owner`,
  )
  return revoked?.owner
}

export const revokeKeysOf = (db: Queryable, person: string): Promise<number> =>
  db.execute(sql`UPDATE gateway.deploy_token SET revoked_at = now() WHERE person = ${person} AND revoked_at IS NULL`)

/** Removes job keys a day after their end. The history keeps their acts. */
export const removeEndedJobKeys = (db: Queryable): Promise<number> =>
  db.execute(sql`DELETE FROM gateway.deploy_token WHERE publisher IS NOT NULL AND ends_at < now() - interval '1 day'`)

type CheckedKey = Omit<output<typeof checkedRow>, 'hash'>

/** Finds the key of a request and its current rights (M-PEOPLE-1, M-PEOPLE-3). */
const findPresented = async (db: Queryable, presented: string): Promise<CheckedKey | undefined> => {
  const [, id, secret] = KEY.exec(presented) ?? []
  if (id === undefined || secret === undefined) return undefined
  const [found] = await db.query(
    checkedRow,
    sql`SELECT k.id, k.hash, k.label, k.remote, k.may, k.person, to_json(k.ends_at) #>> '{}' AS "endsAt",
       coalesce(k.ends_at <= now(), false) AS "hasEnded", k.publisher IS NOT NULL AS "ofPublisher",
       (k.revoked_at IS NOT NULL OR p.removed_at IS NOT NULL OR (k.person IS NOT NULL AND h.email IS NULL)) AS "isRevoked",
       coalesce(h.operator, false) AS "isOperator",
       coalesce((SELECT jsonb_agg(jsonb_build_object('remote', r.remote, 'may', m.may) ORDER BY r.remote)
         FROM gateway.member m JOIN gateway.team_remote r USING (team) WHERE m.email = k.person), '[]') AS reaches
     FROM gateway.deploy_token k
       LEFT JOIN gateway.publisher p ON p.id = k.publisher LEFT JOIN gateway.person h ON h.email = k.person
     WHERE k.id = ${id}`,
  )
  // The comparison takes its time whether the key is there or not.
  const same = timingSafeEqual(hashOf(secret), Buffer.from(found?.hash ?? '0'.repeat(64), 'hex'))
  return found && same ? found : undefined
}

export type KeyCheck =
  | {
      readonly status: 'valid'
      readonly who: string
      /** A team's token: its label is the only name (M-PEOPLE-2). */
      readonly isTeam: boolean
      /** Shared by all keys of a person, and by all CI jobs of a remote. Each team token has its own. */
      readonly identity: string
      readonly holder: Holder
      readonly ends: string | null
      /** Limits count per bucket: a team, a job or a person. */
      readonly bucket: string
    }
  | { readonly status: 'ended' | 'revoked' | 'unknown' }

/** Checks presented keys. */
export const keyCheck =
  (db: Queryable) =>
  async (presented: string): Promise<KeyCheck> =>
    checked(await findPresented(db, presented))

/** An operator reaches every remote (M-PEOPLE-4). */
const checked = (key: CheckedKey | undefined): KeyCheck => {
  if (key === undefined) return { status: 'unknown' }
  if (key.isRevoked) return { status: 'revoked' }
  if (key.hasEnded) return { status: 'ended' }
  const { person, remote, label, may, endsAt: ends } = key
  const holder: Holder =
    person === null
      ? { role: 'team', remotes: remote === null ? [] : [{ remote, may }] }
      : { role: key.isOperator ? 'operator' : 'team', remotes: key.reaches }
  const who = person ?? (key.ofPublisher ? label : `token ${label}`)
  return {
    status: 'valid',
    who,
    isTeam: person === null && !key.ofPublisher,
    identity: person ?? (key.ofPublisher ? `jobs of ${remote}` : `token ${key.id}`),
    holder,
    ends,
    bucket: person ?? remote ?? key.id,
  }
}
