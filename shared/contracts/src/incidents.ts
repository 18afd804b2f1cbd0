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

/** Years for which a register is kept at least, from the day of the registration (art. 10). */
export const INCIDENT_YEARS = 5
/** Cases of one incident. */
export const MAX_INCIDENT_CASES = 1000
/** Incidents of an organisation. */
export const MAX_INCIDENTS = 500
export const INCIDENT_PAGE_SIZE = 25

/** The `type` (RFC 9457) of the refusal of a change to an incident that somebody else has changed meanwhile; `incidente` has it as it is. */
export const INCIDENT_CHANGED_PROBLEM = 'urn:atalaia:problem:incident-changed'

/** Terms of the regulation: to the ANPD, to the people, the complement, and the declaration that the people were told. */
export const INCIDENT_TERMS = ['anpd', 'titulares', 'complemento', 'declaracao'] as const
export type IncidentTerm = (typeof INCIDENT_TERMS)[number]

/**
 * A term with its clock (P-INCIDENT-2). `situacao`: `corre`, `cumprido`, `cumprido-com-atraso`, `vencido`, `nao-comecou`, or
 * `nao-se-comunica` once a person has decided so. Days are São Paulo's, `YYYY-MM-DD`; instants ISO 8601.
 */
const clockSchema = object({
  prazo: oneOf(INCIDENT_TERMS),
  artigo: string(),
  dias_uteis: count,
  ultimo_dia: nullable(string()),
  termina_em: nullable(string()),
  cumprido_em: nullable(string()),
  situacao: string(),
  /** The arithmetic in words. */
  conta: string(),
})
export type IncidentClock = Infer<typeof clockSchema>

const itemSchema = object({
  chave: string(),
  texto: string(),
  /** `pessoa`: written by one. `dados`: made of the cases and the facts here. `vazio`, `nao-se-aplica`: said by a person. */
  origem: oneOf(['pessoa', 'dados', 'vazio', 'nao-se-aplica']),
  /** The places that are to be filled in. */
  lacunas: count,
  /** The text that the cases and facts make now. */
  sugestao: string(),
})
export type FilledItem = Infer<typeof itemSchema>

/** A case as it was when it was gathered, or brought up to date. */
export const gatheredSchema = object({
  endereco: string(),
  email: string(),
  fonte: string(),
  titulo: nullable(string()),
  /** The day of the leak, or the first on which the address was seen in it. */
  dia: string(),
  /** False: nobody has told a day of it, and both days are that of the import. Absent: true. */
  dia_informado: optional(boolean()),
  visto_por_ultimo: string(),
  /** The instant from which it has been known here. */
  aqui_desde: nullable(string()),
  tipo: nullable(string()),
  dados: array(string()),
  numero_senhas: count,
  numero_hashes: count,
  /** The state of the case, and the steps of it that were done. */
  estado: string(),
  passos: array(object({ passo: string(), feito_em: string() })),
  reunido_em: string(),
})
export type GatheredCase = Infer<typeof gatheredSchema>

const eventSchema = object({
  em: string(),
  /** `null`: an account that is gone. */
  por: nullable(string()),
  tipo: string(),
  /** The changed fields; items are named as changed, without their fields. */
  mudancas: array(object({ campo: string(), de: nullable(string()), para: nullable(string()) })),
})
export type IncidentEvent = Infer<typeof eventSchema>

const instant = nullable(string())
const factsShape = {
  nome: string(),
  situacao: oneOf(INCIDENT_STATES),
  /** The instant at which the controller came to know that personal data are affected: the clocks begin there. */
  conhecido_em: string(),
  pequeno_porte: boolean(),
  decisao: oneOf(INCIDENT_DECISIONS),
  decisao_motivos: string(),
  /** Name and function of the person who decided. */
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

/** The facts of an incident that has just been registered: open, nothing decided, nobody told. */
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

/** The cases that a call named, each counted once: the four add up to them (P-INCIDENT-11). */
export const gatherOutcomeSchema = object({
  incluidos: count,
  /** They were gathered before, and are as they are now. */
  repetidos: count,
  /** They are left out: the incident has {@link MAX_INCIDENT_CASES}. */
  sem_lugar: count,
  /** The organisation has no such case. */
  ausentes: count,
})
export type GatherOutcome = Infer<typeof gatherOutcomeSchema>

const registeredShape = {
  numero: count,
  registrado_em: string(),
  /** The last day on which it cannot be removed. */
  guardar_ate: string(),
} as const

/** GET /incidentes/{id}, and the answers of the routes that change it. */
export const incidentSchema = object({
  id: string(),
  versao: count,
  ...registeredShape,
  ...factsShape,
  prazos: array(clockSchema),
  itens: array(itemSchema),
  numero_casos: count,
  numero_enderecos: count,
  /** By address and source. Servers of before told the first 200. */
  casos: array(gatheredSchema),
  /** The newest first, at most 100. */
  historico: array(eventSchema),
  /** The lines of the whole history. Servers of before tell none. */
  historico_total: optional(count),
  pode_mudar: boolean(),
  pode_excluir: boolean(),
  /** Present in the answer to a call that named cases to gather. */
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

/** GET /incidentes: a page, the newest first. */
export const incidentPageSchema = object({ encontrados: count, linhas: array(listedSchema), pode_mudar: boolean() })
export type IncidentPage = Infer<typeof incidentPageSchema>

/**
 * GET /incidentes/{id}/dossie?formato=json. `sha256` is that of the canonical JSON (RFC 8785: sorted keys, no spaces) of
 * `conteudo`; the PDF has the same one while nothing has changed.
 */
export const dossierSchema = object({
  formato: oneOf(['atalaia/incidente-lgpd']),
  versao_do_formato: int().check(minimum(1), maximum(1)),
  norma: string(),
  aviso: string(),
  gerado_em: string(),
  sha256: string(),
  /** As they stood when the dossier was made. */
  prazos: array(clockSchema),
  conteudo: object({
    organizacao: string(),
    incidente: object({ id: string(), versao: count, ...registeredShape, ...factsShape }),
    itens: array(object({ ...itemSchema.shape, parte: string(), numero: string(), item: string() })),
    casos: array(gatheredSchema),
    /** The newest first, at most 1,000. */
    historico: array(eventSchema),
    /** The number of those before; absent where there are none. */
    historico_anteriores: optional(count),
  }),
})
export type Dossier = Infer<typeof dossierSchema>

/** GET /incidentes/{id}/dossie?formato=pdf: the document as base64, with the name for its file. `sha256` is that of {@link dossierSchema}. */
export const dossierFileSchema = object({ nome: string(), sha256: string(), arquivo: string() })
