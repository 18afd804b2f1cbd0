import type { Severity } from '@atalaia/contracts'
import { DAY_MS } from '../clock.ts'

/** The facts of one source about one address that its severity is made of. */
export type Evidence = {
  /** The kind of the source (`SOURCE_KINDS`); `null`: not known. */
  readonly kind: string | null
  /** The last São Paulo day on which the address was seen in it, `YYYY-MM-DD`. */
  readonly lastSeen: string
  /** 'plain' for a password in clear, and kinds of hashes (`HASH_TYPES`). */
  readonly secrets: readonly string[]
  /** Kinds of data beside the address, and those told of the whole source. */
  readonly kinds: readonly string[]
  /** Machines that were robbed: a source without a kind is a stealer log when it names one. */
  readonly machines: number
  /** True where one of its passwords leaked in another source too. */
  readonly repeated: boolean
}

/** Hashes that are made to be slow: the password behind one is guessed last. */
const SLOW_HASHES = new Set(['bcrypt', 'argon2', 'scrypt', 'pbkdf2', 'phpass', 'sha256-crypt', 'sha512-crypt'])
const SENSITIVE = new Set(['cpf', 'card', 'cookies', 'birth-date', 'postal-address', 'autofill'])
const CONTACT = new Set(['name', 'phone', 'ip-address'])

/** The least points of each level, the highest first (P-SEVERITY-3). */
const LEVELS = [
  ['critica', 75],
  ['alta', 50],
  ['media', 25],
  ['baixa', 0],
] as const
type Level = (typeof LEVELS)[number][0]

/** The levels, the highest first. */
export const SEVERITY_LEVELS: readonly Level[] = LEVELS.map(([level]) => level)

type Reason = Severity['motivos'][number]
type Rule = { readonly motivo: string; readonly pontos: number; readonly holds: (evidence: Evidence) => boolean }

const some = (kinds: readonly string[], of: ReadonlySet<string>) => kinds.some((kind) => of.has(kind))

/** Groups of rules: the first rule of a group that holds counts, and no other one of it (P-SEVERITY-2). */
const GROUPS: readonly (readonly Rule[])[] = [
  [
    { motivo: 'senha-em-claro', pontos: 40, holds: ({ secrets }) => secrets.includes('plain') },
    { motivo: 'hash-rapido', pontos: 25, holds: ({ secrets }) => secrets.some((secret) => !SLOW_HASHES.has(secret)) },
    { motivo: 'hash-lento', pontos: 10, holds: ({ secrets }) => secrets.length > 0 },
  ],
  [
    { motivo: 'log-de-infeccao', pontos: 30, holds: ({ kind, machines }) => kind === 'stealer log' || machines > 0 },
    { motivo: 'lista-de-combinacoes', pontos: 10, holds: ({ kind }) => kind === 'combo list' },
  ],
  [{ motivo: 'senha-repetida', pontos: 15, holds: ({ repeated }) => repeated }],
  [
    { motivo: 'dados-sensiveis', pontos: 10, holds: ({ kinds }) => some(kinds, SENSITIVE) },
    { motivo: 'dados-de-contato', pontos: 5, holds: ({ kinds }) => some(kinds, CONTACT) },
  ],
]

/** By the days since the address was last seen. */
const AGES = [
  { motivo: 'ate-90-dias', pontos: 20, days: 90 },
  { motivo: 'ate-um-ano', pontos: 10, days: 365 },
] as const

/** The points of each reason, by its code. */
export const SEVERITY_POINTS: Readonly<Record<string, number>> = Object.fromEntries(
  [...GROUPS.flat(), ...AGES].map(({ motivo, pontos }) => [motivo, pontos]),
)

const ageReasons = (lastSeen: string, today: string): Reason[] => {
  const age = (Date.parse(today) - Date.parse(lastSeen)) / DAY_MS
  return AGES.filter(({ days }) => age <= days)
    .slice(0, 1)
    .map(({ motivo, pontos }) => ({ motivo, pontos }))
}

/** The last day on which the age of a finding counts as it does on `today`; `null`: from then on it counts nothing. */
export const ageHoldsUntil = (lastSeen: string, today: string): string | null => {
  const seen = Date.parse(lastSeen)
  const rule = AGES.find(({ days }) => (Date.parse(today) - seen) / DAY_MS <= days)
  return rule === undefined ? null : new Date(seen + rule.days * DAY_MS).toISOString().slice(0, 10)
}

/** The level of points (P-SEVERITY-3). */
export const levelOf = (points: number) => LEVELS.find(([, least]) => points >= least)?.[0] ?? 'baixa'

/** The severity of one finding on the São Paulo day `today`. Anyone can recompute it: P-SEVERITY-2 and P-SEVERITY-3. */
export const severityOf = (evidence: Evidence, today: string): Severity => {
  const held = GROUPS.flatMap((rules) => rules.filter(({ holds }) => holds(evidence)).slice(0, 1))
  const reasons = [...held.map(({ motivo, pontos }) => ({ motivo, pontos })), ...ageReasons(evidence.lastSeen, today)]
  const points = reasons.reduce((sum, { pontos }) => sum + pontos, 0)
  return { nivel: levelOf(points), pontos: points, motivos: reasons }
}

/** The points of a level: from the first number on, and less than the second, where there is one. */
export const pointsOf = (level: Level): readonly [least: number, below: number | undefined] => {
  const at = SEVERITY_LEVELS.indexOf(level)
  return [LEVELS[at]?.[1] ?? 0, LEVELS[at - 1]?.[1]]
}

/** True where a severity is of a level, or of a higher one. */
export const isAtLeast = ({ pontos }: Pick<Severity, 'pontos'>, level: Level): boolean =>
  LEVELS.some(([name, least]) => name === level && pontos >= least)

/** The severity of an address: that of its most severe finding (P-SEVERITY-4). */
export const greatestSeverity = (severities: readonly Severity[]): Severity =>
  severities.reduce(
    (greatest, one) => (one.pontos > greatest.pontos || greatest.nivel === 'nenhuma' ? one : greatest),
    {
      nivel: 'nenhuma',
      pontos: 0,
      motivos: [],
    },
  )
