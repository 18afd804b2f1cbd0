import type { Severity } from '@atalaia/contracts'
import type { CaseNotice } from '@atalaia/contracts/cases'
import { enum as oneOf, int, nullable, object } from 'zod/mini'
import { ENGLISH_LEVELS, englishLevel } from '../../numbers/severity/severity.ts'

export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export const levelSchema = oneOf(Object.values(ENGLISH_LEVELS))

/** Points from 0, and their level (P-SEVERITY-3). */
export const severitySchema = object({ points: int(), level: levelSchema })
export const severityJson = ({ nivel, pontos }: Pick<Severity, 'nivel' | 'pontos'>) => ({
  points: pontos,
  level: englishLevel(nivel),
})

/** P-NOTICE-27 */
const NOTICES = {
  enviado: 'sent',
  aberto: 'opened',
  conferida: 'changed_proved',
  declarada: 'changed_declared',
  vazada: 'still_leaked',
  'nao-e-meu': 'not_theirs',
  'sem-resposta': 'no_answer',
  devolvido: 'returned',
} as const satisfies Readonly<Record<CaseNotice, string>>
export const noticeNameSchema = nullable(oneOf(Object.values(NOTICES)))
export const noticeName = (notice: CaseNotice | null) => notice && NOTICES[notice]
