import { sql, type Database } from '@atalaia/database'
import { object, string, type infer as Infer } from 'zod/mini'
import type { KeyRing } from '../key-ring.ts'
import { resealVapidKeys } from './vapid-keys.ts'
import { SEALED_COLUMNS, type SealedColumn } from '../store/sealed-columns.ts'
import { createSecretBox, type SecretBox } from '../store/secret-box.ts'

const ROWS_AT_ONCE = 500
const FIRST = { uuid: '00000000-0000-0000-0000-000000000000', text: '' }

export type Resealed = { readonly resealed: number; readonly unreadable: number }

const rowSchema = object({ owner: string(), sealed: string() })
type Row = Infer<typeof rowSchema>
type Change = Row & { readonly anew: string }

const opened = (box: SecretBox, { owner, sealed }: Row): string | undefined => {
  try {
    return box.open(Buffer.from(sealed, 'hex'), owner)
  } catch {
    return undefined
  }
}

const resealColumn = async (database: Database, column: SealedColumn, ring: KeyRing): Promise<Resealed> => {
  const { ownerType } = column
  const [table, secret] = [sql.table(column.table), sql.ref(column.column)]
  const owner = sql.ref(`${column.table}.${column.owner}`)
  const box = createSecretBox(ring, column)
  const currentBox = createSecretBox({ current: ring.current, all: [ring.current] }, column)
  const write = async (changes: readonly Change[]): Promise<number> =>
    changes.length === 0
      ? 0
      : database.execute(
          sql`UPDATE ${table} SET ${secret} = decode(anew, 'hex')
           FROM unnest(${changes.map((each) => each.owner)}::text[], ${changes.map((each) => each.sealed)}::text[],
             ${changes.map((each) => each.anew)}::text[]) AS change (owner_text, sealed, anew)
           WHERE ${owner} = owner_text::${sql.raw(ownerType)} AND ${secret} = decode(sealed, 'hex')`,
        )
  let [resealed, unreadable, last] = [0, 0, FIRST[ownerType]]
  for (;;) {
    const rows = await database.query(
      rowSchema,
      sql`SELECT ${owner}::text AS owner, encode(${secret}, 'hex') AS sealed FROM ${table}
       WHERE ${owner} > ${last}::${sql.raw(ownerType)} AND ${secret} IS NOT NULL ORDER BY ${owner} LIMIT ${ROWS_AT_ONCE}`,
    )
    const changes: Change[] = []
    for (const row of rows) {
      if (opened(currentBox, row) !== undefined) continue
      const text = opened(box, row)
      if (text === undefined) unreadable += 1
      else changes.push({ ...row, anew: Buffer.from(box.seal(text, row.owner)).toString('hex') })
    }
    resealed += await write(changes)
    const end = rows.at(-1)
    if (end === undefined || rows.length < ROWS_AT_ONCE) return { resealed, unreadable }
    last = end.owner
  }
}

/**
 * Encrypts all secrets of the database under the current key. Skips finished secrets, so a later
 * call continues a broken one (M-ROTATE-4).
 */
export const reseal = async (database: Database, ring: KeyRing): Promise<Resealed> => {
  let [resealed, unreadable] = [(await resealVapidKeys(database, ring)) ? 1 : 0, 0]
  for (const column of Object.values(SEALED_COLUMNS)) {
    const done = await resealColumn(database, column, ring)
    resealed += done.resealed
    unreadable += done.unreadable
  }
  return { resealed, unreadable }
}
