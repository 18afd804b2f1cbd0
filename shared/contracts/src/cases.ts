import { array, boolean, enum as oneOf, maxLength, minLength, nullable, object, optional, string } from 'zod/mini'
import { regex, type infer as Infer } from 'zod/mini'
import { ADDRESS_STEPS, severitySchema, stepsSchema } from './exposure.ts'
import { countSchema as count, coverageSchema, daySchema, listQueryShape, pageSizeSchema } from './listing.ts'
import { caseSchema, caseShape, personSchema } from './leak-case.ts'

/** The states of a case, which is an address in a source (P-CASE-1). One that nobody has touched is `novo`. */
export const CASE_STATES = ['novo', 'em-andamento', 'tratado', 'nao-e-nosso', 'aceito'] as const
export type CaseState = (typeof CASE_STATES)[number]
/** The states in which nothing is left to do. */
export const CLOSED_STATES: readonly CaseState[] = ['tratado', 'nao-e-nosso', 'aceito']

/** Filters and orders of the list of cases, as its query has them; the first is the default. */
export const CASE_FILTERS = ['abertos', ...CASE_STATES, 'encerrados', 'todos'] as const
export const CASE_ORDERS = ['gravidade', 'conhecido', 'email', 'prazo', 'mudanca', 'vazamentos'] as const
export const CASE_LEVELS = ['critica', 'alta', 'media', 'baixa'] as const
/** Filters by the due day: past, today, within seven days, any, none. */
export const CASE_DUES = ['vencido', 'hoje', 'semana', 'com', 'sem'] as const
export type CaseFilter = (typeof CASE_FILTERS)[number]
export type CaseOrder = (typeof CASE_ORDERS)[number]
export type CaseLevel = (typeof CASE_LEVELS)[number]
export type CaseDue = (typeof CASE_DUES)[number]
export const CASE_PAGE_SIZES = [25, 100, 500] as const

/** Cases of one call that changes several (P-CASE-6). */
export const MAX_CASES_AT_ONCE = 200
export const MAX_NOTE_LENGTH = 2000

/** The `type` (RFC 9457) of the refusal of a change to a case that somebody else has changed meanwhile; `caso` has it as it is. */
export const CASE_CHANGED_PROBLEM = 'urn:atalaia:problem:case-changed'

export { caseSchema, type CasePerson, type LeakCase } from './leak-case.ts'
// A module of its own: bundles that have the schemas alone do without it.
export { newCase } from './new-case.ts'

/**
 * A line of a case's history. `tipo`: `mudanca`, `reabertura` (by newer evidence), `reabertura-desfeita` (its import was undone),
 * `desfazer` (of a change in bulk), `passo`. `por` is `null` for the system, for an API key, and for people whose account is gone.
 */
const eventShape = {
  em: string(),
  por: nullable(string()),
  /** The name of the API key that did it (M-REST-8). */
  chave: optional(string()),
  tipo: string(),
  /** The changed fields, from and to. */
  mudancas: array(object({ campo: string(), de: nullable(string()), para: nullable(string()) })),
} as const
const caseEventSchema = object(eventShape)
export type CaseEvent = Infer<typeof caseEventSchema>

/** Decisions about the cases of an address that an answer has (P-ADDRESS-15). */
export const DECISIONS_TOLD = 50

/** The lines of the histories of an address's cases that changed a state or a due day, and those changes of them (P-ADDRESS-14). */
const decisionsSchema = object({
  /** The newest first, at most {@link DECISIONS_TOLD}. */
  linhas: array(object({ ...eventShape, fonte: string() })),
  /** The number of those before, by source. */
  anteriores: array(object({ fonte: string(), numero: count })),
})
export type CaseDecisions = Infer<typeof decisionsSchema>

/** GET /emails/{id}/casos: the cases of an address that somebody has touched. All other sources of it are new. */
export const addressCasesSchema = object({
  casos: array(caseSchema),
  /** The owner of the address, and of those of its cases that nobody has touched. Servers of before tell none. */
  responsavel: optional(nullable(personSchema)),
  /** Servers of before tell none. */
  decisoes: optional(decisionsSchema),
  /** The members of the organisation, who may own a case. */
  pessoas: array(personSchema),
  pode_mudar: boolean(),
})
export type AddressCases = Infer<typeof addressCasesSchema>

/** GET /emails/{id}/caso?fonte=, and the answers of the routes that change it: the newest of its history first, at most 100 lines. */
export const caseDetailSchema = object({
  caso: caseSchema,
  passos: stepsSchema,
  historico: array(caseEventSchema),
  /** The lines of the whole history. Servers of before tell none. */
  historico_total: optional(count),
})
export type CaseDetail = Infer<typeof caseDetailSchema>

const listedCaseSchema = object({
  ...caseShape,
  endereco: string(),
  email: string(),
  titulo: nullable(string()),
  visto_por_ultimo: nullable(string()),
  /** The instant from which the address has been known here in the source. Servers of before tell none. */
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
  /** The sources that count for the organisation, the last imported first, at most 200. */
  fontes: array(object({ fonte: string(), titulo: nullable(string()) })),
  pessoas: array(personSchema),
  pode_mudar: boolean(),
  cobertura: coverageSchema,
})
export type CasePage = Infer<typeof casePageSchema>

const idSchema = string().check(maxLength(36))
const sourceSchema = string().check(minLength(1), maxLength(300))
/** Line ends are the only control characters of a note. */
const noteSchema = string().check(maxLength(MAX_NOTE_LENGTH), regex(/^(?:[^\p{C}]|[\n\u200D])*$/u))

const changeShape = {
  estado: optional(oneOf(CASE_STATES)),
  /** The id of a member; `null`: nobody. */
  responsavel: optional(nullable(idSchema)),
  prazo: optional(nullable(daySchema)),
  nota: optional(noteSchema),
} as const

/** Body of POST /emails/{id}/caso. Fields that are absent stay as they are. */
export const changeCaseBodySchema = object({ fonte: sourceSchema, versao: count, ...changeShape })
/** Body of POST /emails/{id}/caso/passos. */
export const caseStepBodySchema = object({ fonte: sourceSchema, passo: oneOf(ADDRESS_STEPS), feito: boolean() })
/** Query of GET /emails/{id}/caso. */
export const caseOfSchema = object({ fonte: sourceSchema })

/** A case by its address and source. With a `versao` it is changed only while it has that one. */
const caseRefSchema = object({ endereco: idSchema, fonte: sourceSchema, versao: optional(count) })

/** Body of POST /casos/mudar. */
export const changeCasesBodySchema = object({
  casos: array(caseRefSchema).check(minLength(1), maxLength(MAX_CASES_AT_ONCE)),
  mudanca: object(changeShape),
})
/** Body of POST /casos/desfazer. */
export const undoCasesBodySchema = object({ lote: idSchema })

/** The answer to both: the three numbers add up to the cases that were sent. */
export const casesOutcomeSchema = object({
  mudados: count,
  /** They were as wanted. */
  iguais: count,
  /** `mudou`: somebody has changed it meanwhile. `nao-existe`: the organisation has no such case. */
  recusados: array(object({ endereco: string(), fonte: string(), motivo: oneOf(['mudou', 'nao-existe']) })),
  /** By which the change can be undone for a day; `null` where nothing changed. */
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
  /** The São Paulo day of the leak. */
  vazou_em: nullable(string()),
  /** The instant from which one of the organisation's addresses has been known here in it. */
  aqui_desde: nullable(string()),
  /** The organisation's addresses in it, each of which is a case. */
  enderecos: count,
  /** Their different passwords in clear, address by address. */
  senhas: count,
  abertos: count,
  /** Those of them that are "Crítica". */
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
  /** The id of a member, `eu` or `ninguem`. */
  responsavel: optional(idSchema),
  prazo: optional(oneOf(CASE_DUES)),
  gravidade: optional(oneOf(CASE_LEVELS)),
  fonte: optional(sourceSchema),
  ordem: optional(oneOf(CASE_ORDERS)),
  tamanho: pageSizeSchema(CASE_PAGE_SIZES),
} as const
