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

const daysOf = ({ least, most }: { readonly least: number; readonly most: number }) =>
  nullable(int().check(minimum(least), maximum(most)))

/** GET /organizacao/retencao and body of POST. Days; `null`: as the product does. */
export const retentionSchema = object({
  relatorios: daysOf(RETENTION.relatorios),
  acoes_de_portais: daysOf(RETENTION.acoes_de_portais),
  nomes_na_auditoria: daysOf(RETENTION.nomes_na_auditoria),
})
export type Retention = Infer<typeof retentionSchema>
