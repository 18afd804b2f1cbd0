import { CASE_STATES } from '@atalaia/contracts/cases'
import {
  array,
  boolean,
  discriminatedUnion,
  enum as oneOf,
  int,
  literal,
  nullable,
  object,
  optional,
  string,
  type infer as Infer,
} from 'zod/mini'

/** A level of P-SEVERITY-3, or none. */
const level = string()
const caseState = oneOf(CASE_STATES)

const doneSchema = object({ dia: string(), email: string(), fonte: string(), estado: string() })

const trendSchema = array(object({ dia: string(), vazamentos: int(), senhas: int() }))
export type TrendFact = Infer<typeof trendSchema>

/** Days are `YYYY-MM-DD`, instants ISO 8601. */
const shared = {
  motivo: oneOf(['pedido', 'mensal']),
  organizacao: string(),
  de: string(),
  ate: string(),
  emitido_em: string(),
  evolucao: trendSchema,
  /** The last; `feitos` counts all. */
  feito: array(doneSchema),
  feitos: int(),
  cobertura: object({ fontes: int(), atualizado_em: optional(string()) }),
} as const

const organisationFactsSchema = object({
  tipo: literal('organizacao'),
  ...shared,
  numeros: object({
    enderecos: int(),
    com_vazamentos: int(),
    vazamentos: int(),
    senhas: int(),
    vazamentos_abertos: int(),
    senhas_abertas: int(),
  }),
  /** Levels of the `julgados` addresses with most leaks. */
  gravidade: object({ julgados: int(), critica: int(), alta: int(), media: int(), baixa: int() }),
  enderecos: array(object({ email: string(), vazamentos: int(), abertos: int(), senhas: int(), gravidade: level })),
  outros: object({ enderecos: int(), vazamentos: int(), senhas: int() }),
  casos: object({ novo: int(), 'em-andamento': int(), tratado: int(), 'nao-e-nosso': int(), aceito: int() }),
})
export type OrganisationFacts = Infer<typeof organisationFactsSchema>

const addressFactsSchema = object({
  tipo: literal('endereco'),
  ...shared,
  email: string(),
  numeros: object({ vazamentos: int(), senhas: int(), abertos: int() }),
  gravidade: object({ nivel: level, motivos: array(string()) }),
  /** Last seen; `numeros.vazamentos` counts all. */
  fontes: array(
    object({
      fonte: string(),
      dia: string(),
      dia_informado: optional(boolean()),
      visto: string(),
      dados: array(string()),
      senhas: int(),
      hashes: int(),
      gravidade: level,
      caso: caseState,
    }),
  ),
  passos: array(object({ passo: string(), feito_em: nullable(string()) })),
})
export type AddressFacts = Infer<typeof addressFactsSchema>

/** For requested and monthly reports. */
export const reportFactsSchema = discriminatedUnion('tipo', [organisationFactsSchema, addressFactsSchema])
export type ReportFacts = OrganisationFacts | AddressFacts
