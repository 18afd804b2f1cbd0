import { grantChangeRow, ownedRow, type GrantChange, type GrantedTo, type OwnedPrefix } from '@atalaia/artifact'
import type { Queryable } from '@atalaia/database'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { object, string } from 'zod/mini'
import { grantedRow, secretTokenRow, tokenRow, type TokenRow } from './records.ts'

const columns = `id, remote, label, to_json(created_at) #>> '{}' AS "createdAt", to_json(revoked_at) #>> '{}' AS "revokedAt"`
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const TOKEN = /^atd_([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/

export type NewToken = { readonly id: string; readonly token: string }

/** Makes a deploy token for `remote`. The token itself is returned once; only its hash is kept. */
export const createToken = async (db: Queryable, remote: string, label: string): Promise<NewToken> => {
  const id = randomBytes(6).toString('hex')
  const secret = randomBytes(32).toString('base64url')
  await db.execute('INSERT INTO gateway.deploy_token (id, remote, label, hash) VALUES ($1, $2, $3, $4)', [
    id,
    remote,
    label,
    hashOf(secret).toString('hex'),
  ])
  return { id, token: `atd_${id}_${secret}` }
}

export const listTokens = (db: Queryable): Promise<TokenRow[]> =>
  db.query(tokenRow, `SELECT ${columns} FROM gateway.deploy_token ORDER BY remote, created_at`)

/** Revokes a deploy token; `false` when no valid token has this id. */
export const revokeToken = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.execute('UPDATE gateway.deploy_token SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', [
    id,
  ])) === 1

export type TokenCheck =
  | { readonly status: 'valid'; readonly token: TokenRow }
  | { readonly status: 'revoked' }
  | { readonly status: 'unknown' }

/** Checks a token that a request presents. */
export const checkToken = async (db: Queryable, presented: string): Promise<TokenCheck> => {
  const [, id, secret] = TOKEN.exec(presented) ?? []
  if (id === undefined || secret === undefined) return { status: 'unknown' }
  const [found] = await db.query(secretTokenRow, `SELECT ${columns}, hash FROM gateway.deploy_token WHERE id = $1`, [
    id,
  ])
  // The comparison takes its time whether the token is there or not.
  const same = timingSafeEqual(hashOf(secret), Buffer.from(found?.hash ?? '0'.repeat(64), 'hex'))
  if (!found || !same) return { status: 'unknown' }
  return found.revokedAt === null ? { status: 'valid', token: found } : { status: 'revoked' }
}

const SIGNING_SECRET = 'signing-secret'

/**
 * The secret that signs what browsers carry (ids, overrides): 32 bytes in hex. All gateways of one database share it;
 * the first one makes it.
 */
export const readSigningSecret = async (db: Queryable): Promise<string> => {
  await db.execute('INSERT INTO gateway.setting (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    SIGNING_SECRET,
    randomBytes(32).toString('hex'),
  ])
  const [found] = await db.query(object({ value: string() }), 'SELECT value FROM gateway.setting WHERE key = $1', [
    SIGNING_SECRET,
  ])
  if (!found) throw new Error(`setting ${SIGNING_SECRET}: it is gone`)
  return found.value
}

/** The grants of all remotes, in the order of the remotes' names. */
export const listGrants = (db: Queryable): Promise<GrantedTo[]> =>
  db.query(grantedRow, 'SELECT remote, grant_name AS "grant" FROM gateway.granted ORDER BY remote, grant_name DESC')

/** A change of rights, as it is written. */
export type NewGrantChange = Omit<GrantChange, 'at'>

/** Gives a grant, takes one back, reserves a prefix or releases it, and writes that into the history. */
export const changeGrant = async (tx: Queryable, { remote, act, subject, who, why }: NewGrantChange): Promise<void> => {
  await tx.execute(CHANGES[act], [remote, subject])
  await tx.execute('INSERT INTO gateway.grant_change (remote, act, subject, who, why) VALUES ($1, $2, $3, $4, $5)', [
    remote,
    act,
    subject,
    who,
    why,
  ])
}

const CHANGES: Readonly<Record<GrantChange['act'], string>> = {
  granted: 'INSERT INTO gateway.granted (remote, grant_name) VALUES ($1, $2)',
  revoked: 'DELETE FROM gateway.granted WHERE remote = $1 AND grant_name = $2',
  owned: 'INSERT INTO gateway.owned_prefix (remote, prefix) VALUES ($1, $2)',
  released: 'DELETE FROM gateway.owned_prefix WHERE remote = $1 AND prefix = $2',
}

/** The newest 200 changes of a remote's rights, the newest first. */
export const listGrantChanges = (db: Queryable, remote: string): Promise<GrantChange[]> =>
  db.query(
    grantChangeRow,
    `SELECT remote, act, subject, who, why, to_json(at) #>> '{}' AS at FROM gateway.grant_change
     WHERE remote = $1 ORDER BY id DESC LIMIT 200`,
    [remote],
  )

/** The reserved prefixes of all remotes, in the order of the remotes' names. */
export const listOwned = (db: Queryable): Promise<OwnedPrefix[]> =>
  db.query(ownedRow, 'SELECT remote, prefix FROM gateway.owned_prefix ORDER BY remote, prefix')
