import { sql, type Sql } from '@atalaia/database'
import type { Severity } from '@atalaia/contracts'
import {
  CONTACT_KINDS,
  SENSITIVE_KINDS,
  SEVERITY_AGE_DAYS,
  SEVERITY_GROUPS,
  SEVERITY_THRESHOLDS,
  SLOW_HASHES,
  type SeverityReason,
} from '@atalaia/contracts/severity'
import { DAY_MS } from '../../base/clock.ts'

export type Evidence = {
  /** Source's kind (`SOURCE_KINDS`); `null`: unknown. */
  readonly kind: string | null
  /** Last São Paulo day in the source, `YYYY-MM-DD`. `null`: unknown (P-SEVERITY-6). */
  readonly lastSeen: string | null
  /** 'plain' for clear passwords, or hash kinds (`HASH_TYPES`). */
  readonly secrets: readonly string[]
  /** Further kinds of data, of the address and the whole source. */
  readonly kinds: readonly string[]
  /** They make a source without a kind a stealer log. */
  readonly machines: number
  /** True: another source has one of its passwords too. */
  readonly repeated: boolean
}

type Level = (typeof SEVERITY_THRESHOLDS)[number]['nivel']
type AgeReason = keyof typeof SEVERITY_AGE_DAYS
type Reason = Severity['motivos'][number]

/** Highest first. */
export const SEVERITY_LEVELS: readonly Level[] = SEVERITY_THRESHOLDS.map(({ nivel }) => nivel)

/** Names for other systems, highest first; `none`: no severity. */
export const ENGLISH_LEVELS = {
  critica: 'critical',
  alta: 'high',
  media: 'medium',
  baixa: 'low',
  nenhuma: 'none',
} as const
const isLevel = (name: string): name is keyof typeof ENGLISH_LEVELS => Object.hasOwn(ENGLISH_LEVELS, name)
export const englishLevel = (level: string) => ENGLISH_LEVELS[isLevel(level) ? level : 'nenhuma']

const hasSome = (kinds: readonly string[], of: readonly string[]) => kinds.some((kind) => of.includes(kind))
const ageOf = (lastSeen: string, today: string) => (Date.parse(today) - Date.parse(lastSeen)) / DAY_MS
const isSeenWithin = (reason: AgeReason) => (evidence: Evidence, today: string) =>
  evidence.lastSeen !== null && ageOf(evidence.lastSeen, today) <= SEVERITY_AGE_DAYS[reason]

/** Evidence for each reason (P-SEVERITY-2); the contract has the points. */
const HOLDS: Readonly<Record<SeverityReason, (evidence: Evidence, today: string) => boolean>> = {
  'senha-em-claro': ({ secrets }) => secrets.includes('plain'),
  'hash-rapido': ({ secrets }) => secrets.some((secret) => !hasSome([secret], SLOW_HASHES)),
  'hash-lento': ({ secrets }) => secrets.length > 0,
  'log-de-infeccao': ({ kind, machines }) => kind === 'stealer log' || machines > 0,
  'lista-de-combinacoes': ({ kind }) => kind === 'combo list',
  'senha-repetida': ({ repeated }) => repeated,
  'dados-sensiveis': ({ kinds }) => hasSome(kinds, SENSITIVE_KINDS),
  'dados-de-contato': ({ kinds }) => hasSome(kinds, CONTACT_KINDS),
  'ate-90-dias': isSeenWithin('ate-90-dias'),
  'ate-um-ano': isSeenWithin('ate-um-ano'),
}

/** Last day on which the finding's age counts as on `today`; `null`: it counts nothing. */
export const ageHoldsUntil = (lastSeen: string | null, today: string): string | null => {
  if (lastSeen === null) return null
  const age = ageOf(lastSeen, today)
  const days = Object.values(SEVERITY_AGE_DAYS).find((each) => age <= each)
  return days === undefined ? null : new Date(Date.parse(lastSeen) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The level of points (P-SEVERITY-3). */
export const levelOf = (points: number): Level =>
  SEVERITY_THRESHOLDS.find(({ from }) => points >= from)?.nivel ?? 'baixa'

/** Anyone can recompute it: P-SEVERITY-2 and P-SEVERITY-3. */
export const severityOf = (evidence: Evidence, today: string): Severity => {
  const reasons = SEVERITY_GROUPS.flatMap(({ reasons: group }): readonly Reason[] => {
    const first = group.find(({ motivo }) => HOLDS[motivo](evidence, today))
    return first === undefined ? [] : [{ ...first }]
  })
  const points = reasons.reduce((sum, { pontos }) => sum + pontos, 0)
  return { nivel: levelOf(points), pontos: points, motivos: [...reasons] }
}

export const pointsOf = (level: Level): readonly [least: number, below: number | undefined] => {
  const at = SEVERITY_THRESHOLDS.findIndex(({ nivel }) => nivel === level)
  return [SEVERITY_THRESHOLDS[at]?.from ?? 0, SEVERITY_THRESHOLDS[at - 1]?.from]
}

export const hasPointsOf = (level: Level, points: Sql) => {
  const [least, below] = pointsOf(level)
  const from = sql`${points} >= ${sql.lit(least)}`
  return below === undefined ? from : sql`${from} AND ${points} < ${sql.lit(below)}`
}

// As the index monitored_address_severity.
export const WORST_FIRST = sql`severity DESC NULLS LAST, case_since[1] DESC NULLS LAST, address`

export const isAtLeast = ({ pontos }: Pick<Severity, 'pontos'>, level: Level): boolean =>
  SEVERITY_THRESHOLDS.some(({ nivel, from }) => nivel === level && pontos >= from)

/** An address has its most severe finding's severity (P-SEVERITY-4). */
export const greatestSeverity = (severities: readonly Severity[]): Severity =>
  severities.reduce(
    (greatest, one) => (one.pontos > greatest.pontos || greatest.nivel === 'nenhuma' ? one : greatest),
    {
      nivel: 'nenhuma',
      pontos: 0,
      motivos: [],
    },
  )
