import { int, maximum, minimum, nullable, object, type infer as Infer } from 'zod/mini'

/**
 * Retention in days that an organisation may shorten (P-PRIVACY-4). `standard`: default; `null`:
 * without an end. The audit log keeps names for a year at least.
 */
export const RETENTION = {
  relatorios: { least: 30, most: 3650, standard: null },
  acoes_de_portais: { least: 7, most: 90, standard: 90 },
  nomes_na_auditoria: { least: 365, most: 730, standard: 730 },
} as const
export type RetentionName = keyof typeof RETENTION
export const RETENTION_NAMES = [
  'relatorios',
  'acoes_de_portais',
  'nomes_na_auditoria',
] as const satisfies RetentionName[]

export const RETENTION_LABELS: Readonly<Record<RetentionName, string>> = {
  relatorios: 'Relatórios',
  acoes_de_portais: 'Ações de pessoas em portais',
  nomes_na_auditoria: 'Nomes e redes na auditoria',
}

const daysOf = ({ least, most }: { readonly least: number; readonly most: number }) =>
  nullable(int().check(minimum(least), maximum(most)))

const days = {
  relatorios: daysOf(RETENTION.relatorios),
  acoes_de_portais: daysOf(RETENTION.acoes_de_portais),
  nomes_na_auditoria: daysOf(RETENTION.nomes_na_auditoria),
}
/** Body of POST /organizacao/retencao. `null`: the default, or the operator's maximum. */
export const retentionSchema = object(days)
export type Retention = Infer<typeof retentionSchema>

const boundSchema = object({ minimo: nullable(int()), maximo: nullable(int()) })
/** The operator's bounds in days (P-PRIVACY-5). `null`: the product's bound. */
export const retentionBoundsSchema = object({
  relatorios: boundSchema,
  acoes_de_portais: boundSchema,
  nomes_na_auditoria: boundSchema,
})
export type RetentionBounds = Infer<typeof retentionBoundsSchema>
export type RetentionBound = RetentionBounds[RetentionName]

/** GET /organizacao/retencao: choices and bounds. */
export const retentionFactsSchema = object({ ...days, limites: retentionBoundsSchema })

/** Bounds of a time, and its default (`standard`). */
export const retentionChoice = (name: RetentionName, { minimo, maximo }: RetentionBound) => {
  const { least, most, standard } = RETENTION[name]
  return { least: minimo ?? least, most: maximo ?? most, standard: maximo ?? standard }
}

/** Effective days after a choice within the bounds. `null`: without an end. */
export const retentionDays = (name: RetentionName, chosen: number | null, bound: RetentionBound): number | null => {
  const { least, most, standard } = retentionChoice(name, bound)
  return chosen === null ? standard : Math.max(least, Math.min(most, chosen))
}

export const daysText = (count: number): string =>
  count % 365 === 0 ? `${count / 365} ${count === 365 ? 'ano' : 'anos'}` : `${count} dias`
