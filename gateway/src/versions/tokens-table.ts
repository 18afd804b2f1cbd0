import type { Queryable } from '@atalaia/database'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { secretTokenRow, tokenRow, type TokenRow } from './rows.ts'

const columns = `id, remote, label, to_json(created_at) #>> '{}' AS "createdAt", to_json(revoked_at) #>> '{}' AS "revokedAt"`
const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const shape = /^atd_([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/

/** Makes a deploy token of `remote`. The token itself is given back once and kept nowhere. */
export const createToken = async (
  db: Queryable,
  remote: string,
  label: string,
): Promise<{ id: string; token: string }> => {
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

/** `false` when there is no such token that still works. */
export const revokeToken = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.execute('UPDATE gateway.deploy_token SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL', [
    id,
  ])) === 1

export type TokenCheck =
  | { readonly status: 'valid'; readonly token: TokenRow }
  | { readonly status: 'revoked' }
  | { readonly status: 'unknown' }

export const checkToken = async (db: Queryable, presented: string): Promise<TokenCheck> => {
  const [, id, secret] = shape.exec(presented) ?? []
  if (id === undefined || secret === undefined) return { status: 'unknown' }
  const [found] = await db.query(secretTokenRow, `SELECT ${columns}, hash FROM gateway.deploy_token WHERE id = $1`, [
    id,
  ])
  // The comparison takes its time whether the token is there or not.
  const same = timingSafeEqual(hashOf(secret), Buffer.from(found?.hash ?? '0'.repeat(64), 'hex'))
  if (!found || !same) return { status: 'unknown' }
  return found.revokedAt === null ? { status: 'valid', token: found } : { status: 'revoked' }
}
