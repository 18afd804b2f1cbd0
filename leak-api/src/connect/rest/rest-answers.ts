import type { Severity } from '@atalaia/contracts'
import { enum as oneOf, int, object } from 'zod/mini'
import { ENGLISH_LEVELS, englishLevel } from '../../numbers/severity/severity.ts'

export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export const levelSchema = oneOf(Object.values(ENGLISH_LEVELS))

/** Points from 0, and their level (P-SEVERITY-3). */
export const severitySchema = object({ points: int(), level: levelSchema })
export const severityJson = ({ nivel, pontos }: Pick<Severity, 'nivel' | 'pontos'>) => ({
  points: pontos,
  level: englishLevel(nivel),
})
