import { string } from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'

export const feedAnswers = <Schema extends $ZodType>(json: Schema, others: readonly string[] = []) => ({
  description: 'In the form of `format`',
  content: {
    'application/json': { schema: json },
    'application/x-ndjson': { schema: string() },
    'text/plain': { schema: string() },
    ...Object.fromEntries(others.map((type) => [type, { schema: string() }])),
  },
})
