import type { Queryable } from '@atalaia/database'
import { record, string, unknown, type infer as Infer } from 'zod/mini'
import { PERSONAL_DATA } from './personal-data.ts'

const rowSchema = record(string(), unknown())

/** A person's own data: a list of rows for each table of {@link PERSONAL_DATA}. */
export type OwnData = Record<string, Infer<typeof rowSchema>[]>

export const readOwnData = async (
  database: Queryable,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<OwnData> => {
  const data: OwnData = {}
  for (const { table, rows } of PERSONAL_DATA) data[table] = await database.query(rowSchema, rows, [id, email])
  return data
}
