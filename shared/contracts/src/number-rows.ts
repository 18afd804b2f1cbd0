import { array, enum as oneOf, maxLength, minLength, nullable, object, optional, string } from 'zod/mini'
import { regex, type infer as Infer } from 'zod/mini'
import { countSchema as count } from './listing.ts'

/**
 * The numbers of an address, or of one of its sources, that open rows (P-ADDRESS-12): passwords in clear, those of them that leaked
 * in another source too, passwords as hashes, robbed machines, and websites.
 */
export const ROW_NUMBERS = ['senhas', 'repetidas', 'hashes', 'computadores', 'sites'] as const
export type RowNumber = (typeof ROW_NUMBERS)[number]

/** Rows of one answer. */
export const ROWS_AT_ONCE = 100

/** Query of GET /emails/{id}/linhas. Without a source the rows are those of all sources; `depois`: so many rows are left out. */
export const numberRowsQueryShape = {
  numero: oneOf(ROW_NUMBERS),
  fonte: optional(string().check(minLength(1), maxLength(300))),
  depois: optional(string().check(regex(/^\d{1,6}$/))),
} as const

const rowSchema = object({
  /** Its place among all of the address: one password has the same in each source. */
  ordem: count,
  /** Name of a website. */
  nome: nullable(string()),
  /** The first and the last day on which it was seen, `YYYY-MM-DD`. */
  dia: string(),
  ultimo: string(),
  /** Kinds of a hash; of a machine and a website the kinds of data beside the address. */
  tipos: array(string()),
  /** The names of all sources that have it. */
  fontes: array(string()),
})
export type NumberRow = Infer<typeof rowSchema>

/** GET /emails/{id}/linhas: the number, and at most 100 of its rows. No password, no hash and no name of a machine is told. */
export const numberRowsSchema = object({ total: count, linhas: array(rowSchema) })
export type NumberRows = Infer<typeof numberRowsSchema>
