import {
  array,
  boolean,
  enum as oneOf,
  int,
  maximum,
  minimum,
  nonnegative,
  nullable,
  object,
  optional,
  string,
  type infer as Infer,
} from 'zod/mini'
import { INCIDENT_DECISIONS, INCIDENT_STATES } from './incident-changes.ts'

export {
  changeIncidentBodySchema,
  gatherCasesBodySchema,
  INCIDENT_DECISIONS,
  INCIDENT_STATES,
  MAX_INCIDENT_CASES_AT_ONCE,
  MAX_ITEM_LENGTH,
  MAX_REASONS_LENGTH,
  registerIncidentBodySchema,
  removeIncidentBodySchema,
  type ChangedFacts,
  type ChangedItem,
  type IncidentCaseRef,
  type IncidentDecision,
} from './incident-changes.ts'
export {
  BLANK,
  blanksIn,
  INCIDENT_ITEMS,
  INCIDENT_NOTICE,
  INCIDENT_PART_NAMES,
  INCIDENT_PARTS,
  type IncidentItem,
  type IncidentPart,
} from './incident-items.ts'

const count = int().check(nonnegative())

/** Years of retention from the registration (art. 10). */
export const INCIDENT_YEARS = 5
/** Cases of one incident. */
export const MAX_INCIDENT_CASES = 1000
/** Incidents of an organisation. */
export const MAX_INCIDENTS = 500
export const INCIDENT_PAGE_SIZE = 25

/** Problem type: another person changed the incident. `incidente` has the new state. */
export const INCIDENT_CHANGED_PROBLEM = 'urn:atalaia:problem:incident-changed'

/** Terms: to the ANPD, to the people, the complement, the declaration. */
export const INCIDENT_TERMS = ['anpd', 'titulares', 'complemento', 'declaracao'] as const
export type IncidentTerm = (typeof INCIDENT_TERMS)[number]

/**
 * A term and its clock (P-INCIDENT-2). `situacao`: `corre`, `cumprido`, `cumprido-com-atraso`,
 * `vencido`, `nao-comecou`, or `nao-se-comunica` after that decision. São Paulo days `YYYY-MM-DD`;
 * instants ISO 8601.
 */
const clockSchema = object({
  prazo: oneOf(INCIDENT_TERMS),
  artigo: string(),
  dias_uteis: count,
  ultimo_dia: nullable(string()),
  termina_em: nullable(string()),
  cumprido_em: nullable(string()),
  situacao: string(),
  /** The calculation in words. */
  conta: string(),
})
export type IncidentClock = Infer<typeof clockSchema>

const itemSchema = object({
  chave: string(),
  texto: string(),
  /** `pessoa`: typed. `dados`: generated. `vazio`, `nao-se-aplica`: a person's choice. */
  origem: oneOf(['pessoa', 'dados', 'vazio', 'nao-se-aplica']),
  /** Places to fill in. */
  lacunas: count,
  /** The text generated now. */
  sugestao: string(),
})
export type FilledItem = Infer<typeof itemSchema>

/** A case at the time of its last refresh. */
export const gatheredSchema = object({
  endereco: string(),
  email: string(),
  fonte: string(),
  titulo: nullable(string()),
  dia: string(),
  /** False: no day is known, and both days are the import's. Default: true. */
  dia_informado: optional(boolean()),
  visto_por_ultimo: string(),
  /** Known here since. */
  aqui_desde: nullable(string()),
  tipo: nullable(string()),
  dados: array(string()),
  numero_senhas: count,
  numero_hashes: count,
  /** State and done steps of the case. */
  estado: string(),
  passos: array(object({ passo: string(), feito_em: string() })),
  reunido_em: string(),
})
export type GatheredCase = Infer<typeof gatheredSchema>

const eventSchema = object({
  em: string(),
  /** `null`: a deleted account. */
  por: nullable(string()),
  tipo: string(),
  /** Changed fields. Items have no details. */
  mudancas: array(object({ campo: string(), de: nullable(string()), para: nullable(string()) })),
})
export type IncidentEvent = Infer<typeof eventSchema>

const instant = nullable(string())
const factsShape = {
  nome: string(),
  situacao: oneOf(INCIDENT_STATES),
  /** When the controller learned that personal data are affected. The clocks start here. */
  conhecido_em: string(),
  pequeno_porte: boolean(),
  decisao: oneOf(INCIDENT_DECISIONS),
  decisao_motivos: string(),
  /** Name and role of the person who decided. */
  decisao_por: string(),
  decisao_em: nullable(string()),
  anpd_em: instant,
  anpd_protocolo: string(),
  titulares_em: instant,
  titulares_meios: string(),
  complemento_em: instant,
  declaracao_em: instant,
} as const
export const incidentFactsSchema = object(factsShape)
export type IncidentFacts = Infer<typeof incidentFactsSchema>

/** A new incident: open, undecided, nothing communicated. */
export const newIncidentFacts = (
  told: Pick<IncidentFacts, 'nome' | 'conhecido_em' | 'pequeno_porte'>,
): IncidentFacts => ({
  ...told,
  situacao: 'aberto',
  decisao: 'pendente',
  decisao_motivos: '',
  decisao_por: '',
  decisao_em: null,
  anpd_em: null,
  anpd_protocolo: '',
  titulares_em: null,
  titulares_meios: '',
  complemento_em: null,
  declaracao_em: null,
})

/** The four numbers add up to the named cases (P-INCIDENT-11). */
export const gatherOutcomeSchema = object({
  incluidos: count,
  /** Already in the incident, and up to date. */
  repetidos: count,
  /** Left out: the incident has {@link MAX_INCIDENT_CASES}. */
  sem_lugar: count,
  /** Unknown to the organisation. */
  ausentes: count,
})
export type GatherOutcome = Infer<typeof gatherOutcomeSchema>

/** Notices sent for the incident, also to addresses that are gone (P-NOTICE-28). */
const incidentNoticesSchema = object({
  enviados: count,
  abertos: count,
  primeiro_em: nullable(string()),
  ultimo_em: nullable(string()),
})

const registeredShape = {
  numero: count,
  registrado_em: string(),
  /** Last day on which removal is refused. */
  guardar_ate: string(),
} as const

/** GET /incidentes/{id}, and answers of its changes. */
export const incidentSchema = object({
  id: string(),
  versao: count,
  ...registeredShape,
  ...factsShape,
  prazos: array(clockSchema),
  itens: array(itemSchema),
  numero_casos: count,
  numero_enderecos: count,
  /** Ordered by address and source. Older servers send the first 200. */
  casos: array(gatheredSchema),
  /** Newest first, at most 100. */
  historico: array(eventSchema),
  /** All lines of the history. Older servers omit it. */
  historico_total: optional(count),
  /** Older servers omit it. */
  avisos: optional(incidentNoticesSchema),
  pode_mudar: boolean(),
  pode_excluir: boolean(),
  /** Present after a call that named cases. */
  reunidos: optional(gatherOutcomeSchema),
})
export type Incident = Infer<typeof incidentSchema>

const listedSchema = object({
  id: string(),
  ...registeredShape,
  nome: string(),
  situacao: oneOf(INCIDENT_STATES),
  conhecido_em: string(),
  decisao: oneOf(INCIDENT_DECISIONS),
  numero_casos: count,
  lacunas: count,
  prazos: array(clockSchema),
})
export type ListedIncident = Infer<typeof listedSchema>

/** GET /incidentes: newest first. */
export const incidentPageSchema = object({ encontrados: count, linhas: array(listedSchema), pode_mudar: boolean() })
export type IncidentPage = Infer<typeof incidentPageSchema>

/**
 * GET /incidentes/{id}/dossie?formato=json. `sha256` hashes the canonical JSON (RFC 8785) of
 * `conteudo`. The PDF has the same hash while nothing changes.
 */
export const dossierSchema = object({
  formato: oneOf(['atalaia/incidente-lgpd']),
  versao_do_formato: int().check(minimum(1), maximum(1)),
  norma: string(),
  aviso: string(),
  gerado_em: string(),
  sha256: string(),
  /** At the time of the dossier. */
  prazos: array(clockSchema),
  conteudo: object({
    organizacao: string(),
    incidente: object({ id: string(), versao: count, ...registeredShape, ...factsShape }),
    itens: array(object({ ...itemSchema.shape, parte: string(), numero: string(), item: string() })),
    casos: array(gatheredSchema),
    /** Newest first, at most 1,000. */
    historico: array(eventSchema),
    /** Earlier lines; absent when zero. */
    historico_anteriores: optional(count),
    /** Absent without notices. */
    avisos: optional(incidentNoticesSchema),
  }),
})
export type Dossier = Infer<typeof dossierSchema>

/** GET /incidentes/{id}/dossie?formato=pdf: base64, file name and the hash of {@link dossierSchema}. */
export const dossierFileSchema = object({ nome: string(), sha256: string(), arquivo: string() })
