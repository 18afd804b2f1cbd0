import { enum as oneOf, int, maxLength, nonnegative, object, optional, refine, regex, string } from 'zod/mini'
import { isCalendarDay } from './days.ts'

/** A day of the calendar, `YYYY-MM-DD`. */
export const daySchema = string().check(
  regex(/^20\d\d-\d\d-\d\d$/),
  refine(isCalendarDay, 'a day of the calendar expected'),
)

/** A number of things. */
export const countSchema = int().check(nonnegative())

/** Sources that count for an organisation, and the instant of the last import (ISO 8601). */
export const coverageSchema = object({ fontes: countSchema, atualizado_em: optional(string()) })

/** The part of a list's query that every list has: a part of an address, the order the other way round, and the page from 1. */
export const listQueryShape = {
  busca: optional(string().check(maxLength(254))),
  invertida: optional(oneOf(['sim'])),
  pagina: optional(string().check(regex(/^[1-9]\d{0,5}$/))),
} as const

/** One of the sizes of pages, as a query has it. */
export const pageSizeSchema = (sizes: readonly number[]) =>
  optional(string().check(regex(new RegExp(`^(${sizes.join('|')})$`))))
