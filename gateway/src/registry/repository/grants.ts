import type { Queryable } from '@atalaia/database'
import { grantedRow, type Grant, type GrantedTo } from './records.ts'

/** The grants of all remotes, in the order of the remotes' names. */
export const listGrants = (db: Queryable): Promise<GrantedTo[]> =>
  db.query(grantedRow, 'SELECT remote, grant_name AS "grant" FROM gateway.granted ORDER BY remote, grant_name DESC')

/** Replaces the grants of `remote`. */
export const replaceGrants = async (tx: Queryable, remote: string, grants: readonly Grant[]): Promise<void> => {
  await tx.execute('DELETE FROM gateway.granted WHERE remote = $1', [remote])
  for (const grant of new Set(grants))
    await tx.execute('INSERT INTO gateway.granted (remote, grant_name) VALUES ($1, $2)', [remote, grant])
}
