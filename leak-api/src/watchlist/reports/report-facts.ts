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

/** An act on a case: its state from then on. */
const doneSchema = object({ dia: string(), email: string(), fonte: string(), estado: string() })

/** The numbers of each day of the period that has some, as the dashboard's chart shows them. */
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
  /** The last ones; `feitos` is the number of all. */
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
  /** The levels of the addresses with most leaks, as many as `julgados`. */
  gravidade: object({ julgados: int(), critica: int(), alta: int(), media: int(), baixa: int() }),
  /** The most severe ones; of the others their number and sums. */
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
  /** The last seen ones; `numeros.vazamentos` is the number of all. */
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

/** All that a report tells that somebody asked for, or that was made for a month. */
export const reportFactsSchema = discriminatedUnion('tipo', [organisationFactsSchema, addressFactsSchema])
export type ReportFacts = OrganisationFacts | AddressFacts
