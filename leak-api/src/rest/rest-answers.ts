import type { Severity } from '@atalaia/contracts'
import { problemSchema } from '@atalaia/server'
import { enum as oneOf, int, object, optional, regex, string } from 'zod/mini'

/** For the schemas of routes that need a key. */
export const security = [{ key: [] }]
export const failures = {
  400: problemSchema,
  401: problemSchema,
  403: problemSchema,
  429: problemSchema,
  503: problemSchema,
}

const DEFAULT_LIMIT = 100
export const limitSchema = optional(string().check(regex(/^(?:[1-9]\d{0,2}|1000)$/, 'is 1 to 1000')))
export const limitOf = (text: string | undefined): number => Number(text ?? DEFAULT_LIMIT)

/** Before each id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The levels of severity, as other systems name them. */
export const LEVELS = { critical: 'critica', high: 'alta', medium: 'media', low: 'baixa', none: 'nenhuma' } as const
const LEVEL_NAMES = ['critical', 'high', 'medium', 'low', 'none'] as const
export const levelSchema = oneOf(LEVEL_NAMES)

/** Points from 0 on, and the level that they are of (P-SEVERITY-3). */
export const severitySchema = object({ points: int(), level: levelSchema })
export const severityJson = ({ nivel, pontos }: Pick<Severity, 'nivel' | 'pontos'>) => ({
  points: pontos,
  level: LEVEL_NAMES.find((name) => LEVELS[name] === nivel) ?? ('none' as const),
})
