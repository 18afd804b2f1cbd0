import { array, boolean, enum as oneOf, maxLength, minLength, nullable, object, optional, string } from 'zod/mini'
import { regex, type infer as Infer } from 'zod/mini'
import { ADDRESS_STEPS, severitySchema, stepsSchema } from './exposure.ts'
import { countSchema as count, coverageSchema, daySchema, listQueryShape, pageSizeSchema } from './listing.ts'
import { caseSchema, caseShape, personSchema } from './leak-case.ts'

/** States of a case: an address in a source (P-CASE-1). An untouched case is `novo`. */
export const CASE_STATES = ['novo', 'em-andamento', 'tratado', 'nao-e-nosso', 'aceito'] as const
export type CaseState = (typeof CASE_STATES)[number]
export const CLOSED_STATES: readonly CaseState[] = ['tratado', 'nao-e-nosso', 'aceito']

/** Filters of the list. The first is the default. */
export const CASE_FILTERS = ['abertos', ...CASE_STATES, 'encerrados', 'todos'] as const
export const CASE_ORDERS = ['gravidade', 'conhecido', 'email', 'prazo', 'mudanca', 'vazamentos'] as const
export const CASE_LEVELS = ['critica', 'alta', 'media', 'baixa'] as const
/** By due day: past, today, within seven days, any, none. */
export const CASE_DUES = ['vencido', 'hoje', 'semana', 'com', 'sem'] as const
export type CaseFilter = (typeof CASE_FILTERS)[number]
export type CaseOrder = (typeof CASE_ORDERS)[number]
export type CaseLevel = (typeof CASE_LEVELS)[number]
export type CaseDue = (typeof CASE_DUES)[number]
export const CASE_PAGE_SIZES = [25, 100, 500] as const

/** Cases per call (P-CASE-6). */
export const MAX_CASES_AT_ONCE = 200
export const MAX_NOTE_LENGTH = 2000

/** Problem type: another person changed the case. `caso` has the new state. */
export const CASE_CHANGED_PROBLEM = 'urn:atalaia:problem:case-changed'

export { CASE_NOTICES, caseSchema, type CaseNotice, type CasePerson, type LeakCase } from './leak-case.ts'
// A module of its own: bundles that have the schemas alone do without it.
export { newCase } from './new-case.ts'

/**
 * A line of the history. `tipo`: `mudanca`, `reabertura` (newer evidence), `reabertura-desfeita`
 * (import undone), `desfazer` (of a bulk change), `passo`. `por` is `null` for the system, API keys
 * and deleted accounts.
 */
const eventShape = {
  em: string(),
  por: nullable(string()),
  /** Name of the acting API key (M-REST-8). */
  chave: optional(string()),
  tipo: string(),
  /** Changed fields, from and to. */
  mudancas: array(object({ campo: string(), de: nullable(string()), para: nullable(string()) })),
} as const
const caseEventSchema = object(eventShape)
export type CaseEvent = Infer<typeof caseEventSchema>

/** Decisions per answer (P-ADDRESS-15). */
export const DECISIONS_TOLD = 50

/** Changes of states and due days of an address's cases (P-ADDRESS-14). */
const decisionsSchema = object({
  /** Newest first, at most {@link DECISIONS_TOLD}. */
  linhas: array(object({ ...eventShape, fonte: string() })),
  /** Number of earlier lines per source. */
  anteriores: array(object({ fonte: string(), numero: count })),
})
export type CaseDecisions = Infer<typeof decisionsSchema>

/** GET /emails/{id}/casos: changed cases. Every other source of the address is a new case. */
export const addressCasesSchema = object({
  casos: array(caseSchema),
  /** Owner of the address and of its untouched cases. Older servers omit it. */
  responsavel: optional(nullable(personSchema)),
  /** Older servers omit it. */
  decisoes: optional(decisionsSchema),
  /** Members, who may own a case. */
  pessoas: array(personSchema),
  pode_mudar: boolean(),
})
export type AddressCases = Infer<typeof addressCasesSchema>

/** GET /emails/{id}/caso, and answers of its changes. Newest history first, at most 100 lines. */
export const caseDetailSchema = object({
  caso: caseSchema,
  passos: stepsSchema,
  historico: array(caseEventSchema),
  /** All lines of the history. Older servers omit it. */
  historico_total: optional(count),
})
export type CaseDetail = Infer<typeof caseDetailSchema>

const listedCaseSchema = object({
  ...caseShape,
  endereco: string(),
  email: string(),
  titulo: nullable(string()),
  visto_por_ultimo: nullable(string()),
  /** When the source first had the address here. Older servers omit it. */
  aqui_desde: optional(nullable(string())),
  gravidade: severitySchema,
  /** Its finding is new since the person's last visit (P-NEW-2). */
  novo: optional(boolean()),
})
export type ListedCase = Infer<typeof listedCaseSchema>

/** GET /casos: one page of the list. */
export const casePageSchema = object({
  encontrados: count,
  abertos: count,
  todos: count,
  linhas: array(listedCaseSchema),
  /** Sources of the organisation, last import first, at most 200. */
  fontes: array(object({ fonte: string(), titulo: nullable(string()) })),
  pessoas: array(personSchema),
  pode_mudar: boolean(),
  cobertura: coverageSchema,
})
export type CasePage = Infer<typeof casePageSchema>

const idSchema = string().check(maxLength(36))
const sourceSchema = string().check(minLength(1), maxLength(300))
/** Line ends are the only control characters. */
const noteSchema = string().check(maxLength(MAX_NOTE_LENGTH), regex(/^(?:[^\p{C}]|[\n\u200D])*$/u))

const changeShape = {
  estado: optional(oneOf(CASE_STATES)),
  /** Id of a member; `null` removes the owner. */
  responsavel: optional(nullable(idSchema)),
  prazo: optional(nullable(daySchema)),
  nota: optional(noteSchema),
} as const

/** Body of POST /emails/{id}/caso. Absent fields do not change. */
export const changeCaseBodySchema = object({ fonte: sourceSchema, versao: count, ...changeShape })
/** Body of POST /emails/{id}/caso/passos. */
export const caseStepBodySchema = object({ fonte: sourceSchema, passo: oneOf(ADDRESS_STEPS), feito: boolean() })
export const caseOfSchema = object({ fonte: sourceSchema })

/** With `versao`, the change needs that version. */
const caseRefSchema = object({ endereco: idSchema, fonte: sourceSchema, versao: optional(count) })

/** Body of POST /casos/mudar. */
export const changeCasesBodySchema = object({
  casos: array(caseRefSchema).check(minLength(1), maxLength(MAX_CASES_AT_ONCE)),
  mudanca: object(changeShape),
})
/** Body of POST /casos/desfazer. */
export const undoCasesBodySchema = object({ lote: idSchema })

/** The three numbers add up to the sent cases. */
export const casesOutcomeSchema = object({
  mudados: count,
  /** Unchanged: already as wanted. */
  iguais: count,
  /** `mudou`: changed by another person. `nao-existe`: unknown to the organisation. */
  recusados: array(object({ endereco: string(), fonte: string(), motivo: oneOf(['mudou', 'nao-existe']) })),
  /** Undoes the change for a day. `null` without a change. */
  lote: nullable(string()),
})
export type CasesOutcome = Infer<typeof casesOutcomeSchema>

/** Orders of the list of sources, as its query has them; the first is the default. */
export const CASE_SOURCE_ORDERS = ['gravidade', 'conhecida', 'vazou', 'enderecos', 'senhas', 'abertos'] as const
export type CaseSourceOrder = (typeof CASE_SOURCE_ORDERS)[number]
export const CASE_SOURCE_FILTERS = ['abertos', 'todos'] as const
export type CaseSourceFilter = (typeof CASE_SOURCE_FILTERS)[number]
/** Rows of a page of sources. */
export const CASE_SOURCE_PAGE = 25

const caseSourceSchema = object({
  fonte: string(),
  titulo: nullable(string()),
  /** The São Paulo day of the leak, if known. */
  vazou_em: nullable(string()),
  /** The instant from which one of the organisation's addresses has been known here in it. */
  aqui_desde: nullable(string()),
  /** The organisation's addresses in it, each of which is a case. */
  enderecos: count,
  /** Their different passwords in clear, address by address. */
  senhas: count,
  abertos: count,
  /** Cases with "Crítica". */
  criticos: count,
})
export type CaseSource = Infer<typeof caseSourceSchema>

/** GET /casos/fontes: one page of the sources that have cases. */
export const caseSourcesSchema = object({
  encontrados: count,
  linhas: array(caseSourceSchema),
  cobertura: coverageSchema,
})
export type CaseSources = Infer<typeof caseSourcesSchema>

/** Query of GET /casos/fontes. `busca`: a part of the source's name or title. */
export const caseSourcesQueryShape = {
  ...listQueryShape,
  /** `abertos`: sources with an open case. */
  estado: optional(oneOf(CASE_SOURCE_FILTERS)),
  ordem: optional(oneOf(CASE_SOURCE_ORDERS)),
} as const

/** Query of GET /casos. */
export const caseQueryShape = {
  ...listQueryShape,
  estado: optional(oneOf(CASE_FILTERS)),
  /** Id of a member, `eu` or `ninguem`. */
  responsavel: optional(idSchema),
  prazo: optional(oneOf(CASE_DUES)),
  gravidade: optional(oneOf(CASE_LEVELS)),
  fonte: optional(sourceSchema),
  ordem: optional(oneOf(CASE_ORDERS)),
  tamanho: pageSizeSchema(CASE_PAGE_SIZES),
} as const
