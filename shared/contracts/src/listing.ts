import { enum as oneOf, int, maxLength, nonnegative, object, optional, refine, regex, string } from 'zod/mini'
import { isCalendarDay } from './days.ts'

/** `YYYY-MM-DD`. */
export const daySchema = string().check(
  regex(/^20\d\d-\d\d-\d\d$/),
  refine(isCalendarDay, 'a day of the calendar expected'),
)

export const countSchema = int().check(nonnegative())

/** Sources of an organisation, and the last import (ISO 8601). */
export const coverageSchema = object({ fontes: countSchema, atualizado_em: optional(string()) })

/** Every list has: a part of an address, reverse order, and the page from 1. */
export const listQueryShape = {
  busca: optional(string().check(maxLength(254))),
  invertida: optional(oneOf(['sim'])),
  pagina: optional(string().check(regex(/^[1-9]\d{0,5}$/))),
} as const

/** One of the page sizes. */
export const pageSizeSchema = (sizes: readonly number[]) =>
  optional(string().check(regex(new RegExp(`^(${sizes.join('|')})$`))))
