import { int, maximum, minimum, nullable, object, type infer as Infer } from 'zod/mini'

/**
 * The times that an organisation may shorten, in days (P-PRIVACY-4). `standard`: without a setting; `null`: as long as the
 * organisation is there. The names in the audit log stay a year at least: the log answers for what was done.
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

/** The times as people read them. */
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
/** Body of POST /organizacao/retencao. Days; `null`: as the product does, or the operator's maximum. */
export const retentionSchema = object(days)
export type Retention = Infer<typeof retentionSchema>

const boundSchema = object({ minimo: nullable(int()), maximo: nullable(int()) })
/** The operator's bounds, in days, which are narrower than the product's (P-PRIVACY-5); `null`: not narrowed. */
export const retentionBoundsSchema = object({
  relatorios: boundSchema,
  acoes_de_portais: boundSchema,
  nomes_na_auditoria: boundSchema,
})
export type RetentionBounds = Infer<typeof retentionBoundsSchema>
export type RetentionBound = RetentionBounds[RetentionName]

/** GET /organizacao/retencao: what was chosen, and between which bounds it counts. */
export const retentionFactsSchema = object({ ...days, limites: retentionBoundsSchema })

/** The bounds of a time, and what holds without a choice; `standard`: `null` as in {@link RETENTION}. */
export const retentionChoice = (name: RetentionName, { minimo, maximo }: RetentionBound) => {
  const { least, most, standard } = RETENTION[name]
  return { least: minimo ?? least, most: maximo ?? most, standard: maximo ?? standard }
}

/** The days for which something is kept after a choice, also one from before the operator's bounds; `null`: without an end. */
export const retentionDays = (name: RetentionName, chosen: number | null, bound: RetentionBound): number | null => {
  const { least, most, standard } = retentionChoice(name, bound)
  return chosen === null ? standard : Math.max(least, Math.min(most, chosen))
}

/** Days as people read them: '90 dias', '5 anos'. */
export const daysText = (count: number): string =>
  count % 365 === 0 ? `${count / 365} ${count === 365 ? 'ano' : 'anos'}` : `${count} dias`
