import type { LimitName } from '@atalaia/contracts/operator'
import { type Queryable, sql } from '@atalaia/database'
import { int, nullable, object } from 'zod/mini'

export const LIMIT_COLUMNS: Readonly<Record<LimitName, string>> = {
  enderecos: 'max_addresses',
  pessoas: 'max_members',
  chaves: 'max_keys',
  dominios: 'max_domains',
  origens: 'max_origins',
}

/** The operator's limit, else `standard` (M-OPER-2). */
export const limitOf = async (
  database: Queryable,
  organisationId: string,
  name: LimitName,
  standard: number,
): Promise<number> => {
  const [row] = await database.query(
    object({ most: nullable(int()) }),
    sql`SELECT ${sql.raw(LIMIT_COLUMNS[name])} AS most FROM organisation WHERE id = ${organisationId}`,
  )
  return row?.most ?? standard
}
