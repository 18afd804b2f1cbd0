import { problemSchema } from '@atalaia/server'
import { optional, regex, string } from 'zod/mini'

export const keySecurity = [{ key: [] }]
export const keyFailures = {
  400: problemSchema,
  401: problemSchema,
  403: problemSchema,
  429: problemSchema,
  503: problemSchema,
}

const DEFAULT_LIMIT = 100
export const limitSchema = optional(string().check(regex(/^(?:[1-9]\d{0,2}|1000)$/, 'is 1 to 1000')))
export const limitOf = (text: string | undefined): number => Number(text ?? DEFAULT_LIMIT)
