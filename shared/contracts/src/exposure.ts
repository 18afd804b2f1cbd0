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
 * The severity of a finding or of an address (P-SEVERITY-1): its points, the level that they make, and the reasons that add up to
 * them. Codes of levels and reasons are texts here: a page shows one that it does not know as it is.
 */
export const severitySchema = object({
  nivel: string(),
  pontos: count,
  motivos: array(object({ motivo: string(), pontos: count })),
})
export type Severity = Infer<typeof severitySchema>

/** A source in which an address was found. Days are `YYYY-MM-DD`, instants ISO 8601; `null`: not known. */
const foundSourceSchema = object({
  fonte: string(),
  titulo: nullable(string()),
  descricao: nullable(string()),
  /** The day of the leak; where nobody has told it, the first on which the address was seen in it. */
  dia: string(),
  /** False: nobody has told a day of it, and both days are that of the import. Absent: true. */
  dia_informado: optional(boolean()),
  visto_por_ultimo: string(),
  /** The day on which the leak became known to the world. */
  publico_em: nullable(string()),
  /** The instant from which it has been known here. */
  aqui_desde: nullable(string()),
  /** It was found in it since the person's last visit (P-NEW-1). */
  novo: optional(boolean()),
  tipo: nullable(string()),
  /** The website whose accounts leaked. */
  site: nullable(string()),
  /** Websites whose credentials leaked, at most 20 of `numero_sites`. */
  sites: array(string()),
  numero_sites: count,
  dados: array(string()),
  verificada: nullable(boolean()),
  numero_senhas: count,
  numero_hashes: count,
  /** Kinds of the passwords' hashes. */
  hashes: array(string()),
  /** Machines that were robbed. */
  maquinas: count,
  /** Passwords of this source that leaked in another one too. */
  senhas_repetidas: count,
  gravidade: severitySchema,
})
export type FoundSource = Infer<typeof foundSourceSchema>

/** A leaked password, told by the names of the sources that have it. */
const leakedPasswordSchema = object({ fontes: array(string()), dia: string() })

/** The steps against a leak of an address, in the order of the checklist. */
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

/** A step of an address's checklist; `feito_em` and `por` are `null` until it is done. */
const stepSchema = object({ passo: string(), feito_em: nullable(string()), por: nullable(string()) })
export type AddressStep = Infer<typeof stepSchema>

/** POST /emails/{id}/passos answers the checklist as it is then. */
export const stepsSchema = array(stepSchema)

/** Body of POST /emails/{id}/passos. */
export const stepBodySchema = object({ passo: oneOf(ADDRESS_STEPS), feito: boolean() })

/** GET /emails/{id}: all that is known of one monitored address. */
export const exposureSchema = object({
  id: string(),
  email: string(),
  adicionado_em: string(),
  /** The number of `fontes`. */
  numero_vazamentos: count,
  /** The number of different passwords; `senhas` has the first 200. */
  numero_senhas: count,
  gravidade: severitySchema,
  /** The last seen first. */
  fontes: array(foundSourceSchema),
  senhas: array(leakedPasswordSchema),
  passos: stepsSchema,
  cobertura: object({ fontes: count, atualizado_em: optional(string()) }),
})
export type Exposure = Infer<typeof exposureSchema>
