import {
  array,
  boolean,
  enum as oneOf,
  int,
  nonnegative,
  nullable,
  object,
  optional,
  string,
  type infer as Infer,
} from 'zod/mini'

const count = int().check(nonnegative())

/**
 * Points, level and reasons of a finding or an address (P-SEVERITY-1). Pages show unknown codes
 * unchanged.
 */
export const severitySchema = object({
  nivel: string(),
  pontos: count,
  motivos: array(object({ motivo: string(), pontos: count })),
})
export type Severity = Infer<typeof severitySchema>

/** A source with the address. Days are `YYYY-MM-DD`, instants ISO 8601; `null`: unknown. */
const foundSourceSchema = object({
  fonte: string(),
  titulo: nullable(string()),
  descricao: nullable(string()),
  /** Day of the leak, or the first day on which the source had the address. */
  dia: string(),
  /** False: no day is known, and both days are the import's. Default: true. */
  dia_informado: optional(boolean()),
  visto_por_ultimo: string(),
  /** Day of publication. */
  publico_em: nullable(string()),
  /** Known here since. */
  aqui_desde: nullable(string()),
  /** Found since the person's last visit (P-NEW-1). */
  novo: optional(boolean()),
  tipo: nullable(string()),
  /** Website that lost the accounts. */
  site: nullable(string()),
  /** At most 20 of `numero_sites`. */
  sites: array(string()),
  numero_sites: count,
  dados: array(string()),
  verificada: nullable(boolean()),
  numero_senhas: count,
  numero_hashes: count,
  /** Kinds of hashes. */
  hashes: array(string()),
  /** Infected computers. */
  maquinas: count,
  /** Passwords that another source also has. */
  senhas_repetidas: count,
  gravidade: severitySchema,
})
export type FoundSource = Infer<typeof foundSourceSchema>

const leakedPasswordSchema = object({ fontes: array(string()), dia: string() })

/** In the order of the checklist. */
export const ADDRESS_STEPS = [
  'limpar-computador',
  'encerrar-sessoes',
  'trocar-senha',
  'trocar-repetida',
  'trocar-por-hash',
  'avisar-banco',
  'vigiar-cpf',
  'desconfiar-de-ligacoes',
  'avisar-pessoa',
  'duas-etapas',
] as const

/** `feito_em` and `por` are `null` until done. */
const stepSchema = object({ passo: string(), feito_em: nullable(string()), por: nullable(string()) })
export type AddressStep = Infer<typeof stepSchema>

/** POST /emails/{id}/passos answers with the new checklist. */
export const stepsSchema = array(stepSchema)

/** Body of POST /emails/{id}/passos. */
export const stepBodySchema = object({ passo: oneOf(ADDRESS_STEPS), feito: boolean() })

/** GET /emails/{id}. */
export const exposureSchema = object({
  id: string(),
  email: string(),
  adicionado_em: string(),
  numero_vazamentos: count,
  /** Different passwords. `senhas` has the first 200. */
  numero_senhas: count,
  gravidade: severitySchema,
  fontes: array(foundSourceSchema),
  senhas: array(leakedPasswordSchema),
  passos: stepsSchema,
  cobertura: object({ fontes: count, atualizado_em: optional(string()) }),
})
export type Exposure = Infer<typeof exposureSchema>
