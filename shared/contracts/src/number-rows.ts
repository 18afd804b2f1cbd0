import { array, boolean, enum as oneOf, maxLength, minLength, nullable, object, optional, string } from 'zod/mini'
import { regex, type infer as Infer } from 'zod/mini'
import { countSchema as count } from './listing.ts'

/**
 * Numbers of an address or a source that open rows (P-ADDRESS-12): clear passwords, those in
 * several sources, hashes, infected computers, websites.
 */
export const ROW_NUMBERS = ['senhas', 'repetidas', 'hashes', 'computadores', 'sites'] as const
export type RowNumber = (typeof ROW_NUMBERS)[number]

/** Rows per answer. */
export const ROWS_AT_ONCE = 100

/** GET /emails/{id}/linhas. Without a source: all sources. `depois`: rows to skip. */
export const numberRowsQueryShape = {
  numero: oneOf(ROW_NUMBERS),
  fonte: optional(string().check(minLength(1), maxLength(300))),
  depois: optional(string().check(regex(/^\d{1,6}$/))),
} as const

const rowSchema = object({
  /** Position among all rows of the address. A password has one position in all sources. */
  ordem: count,
  /** Name of a website. */
  nome: nullable(string()),
  /** First and last day, `YYYY-MM-DD`. */
  dia: string(),
  ultimo: string(),
  /** False: no day is known, and both are the import's. Absent: true. */
  dia_informado: optional(boolean()),
  /** Kinds of a hash; kinds of data of a computer or website. */
  tipos: array(string()),
  /** All sources with it. */
  fontes: array(string()),
})
export type NumberRow = Infer<typeof rowSchema>

export const numberRowsSchema = object({ total: count, linhas: array(rowSchema) })
export type NumberRows = Infer<typeof numberRowsSchema>
