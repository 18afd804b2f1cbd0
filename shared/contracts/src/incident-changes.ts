import {
  array,
  boolean,
  enum as oneOf,
  maxLength,
  minLength,
  nullable,
  object,
  optional,
  refine,
  regex,
  string,
  type infer as Infer,
} from 'zod/mini'
import { INCIDENT_ITEMS } from './incident-items.ts'
import { countSchema as count, daySchema } from './listing.ts'

export const MAX_ITEM_LENGTH = 4000
export const MAX_REASONS_LENGTH = 4000
/** Cases of one call. */
export const MAX_INCIDENT_CASES_AT_ONCE = 200

/** People decide; the product never does. */
export const INCIDENT_DECISIONS = ['pendente', 'comunicar', 'nao-comunicar'] as const
export type IncidentDecision = (typeof INCIDENT_DECISIONS)[number]
export const INCIDENT_STATES = ['aberto', 'encerrado'] as const

/** Line ends are the only control characters. */
const textOf = (most: number) => string().check(maxLength(most), regex(/^(?:[^\p{C}]|[\n\u200D])*$/u))
const nameSchema = textOf(120).check(refine((text) => text.trim() !== '', 'a name expected'))
const instantSchema = string().check(
  regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/),
  refine((text) => !Number.isNaN(Date.parse(text)), 'an instant expected'),
)
const idSchema = string().check(maxLength(36))
const refSchema = object({ endereco: idSchema, fonte: string().check(minLength(1), maxLength(300)) })
const refsSchema = array(refSchema).check(maxLength(MAX_INCIDENT_CASES_AT_ONCE))
export type IncidentCaseRef = Infer<typeof refSchema>

/** Body of POST /incidentes. */
export const registerIncidentBodySchema = object({
  nome: nameSchema,
  conhecido_em: instantSchema,
  pequeno_porte: boolean(),
  casos: optional(refsSchema),
})

const changedItemSchema = object({
  chave: string().check(refine((key) => INCIDENT_ITEMS.some(({ chave }) => chave === key), 'no item')),
  /** '' restores the generated text. */
  texto: textOf(MAX_ITEM_LENGTH),
  nao_se_aplica: optional(boolean()),
})
export type ChangedItem = Infer<typeof changedItemSchema>

const changedFactsShape = {
  nome: optional(nameSchema),
  situacao: optional(oneOf(INCIDENT_STATES)),
  conhecido_em: optional(instantSchema),
  pequeno_porte: optional(boolean()),
  decisao: optional(oneOf(INCIDENT_DECISIONS)),
  decisao_motivos: optional(textOf(MAX_REASONS_LENGTH)),
  decisao_por: optional(textOf(200)),
  decisao_em: optional(nullable(daySchema)),
  anpd_em: optional(nullable(instantSchema)),
  anpd_protocolo: optional(textOf(100)),
  titulares_em: optional(nullable(instantSchema)),
  titulares_meios: optional(textOf(1000)),
  complemento_em: optional(nullable(instantSchema)),
  declaracao_em: optional(nullable(instantSchema)),
} as const
const changedFactsSchema = object(changedFactsShape)
export type ChangedFacts = Infer<typeof changedFactsSchema>

/** Body of POST /incidentes/{id}. Absent fields do not change. */
export const changeIncidentBodySchema = object({
  versao: count,
  ...changedFactsShape,
  itens: optional(array(changedItemSchema).check(maxLength(INCIDENT_ITEMS.length))),
})

/** Body of POST /incidentes/{id}/casos: adds, removes and refreshes cases. */
export const gatherCasesBodySchema = object({ versao: count, incluir: refsSchema, retirar: refsSchema })

/** Body of POST /incidentes/{id}/excluir. */
export const removeIncidentBodySchema = object({ versao: count })
