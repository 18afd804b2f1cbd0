import {
  array,
  boolean,
  enum as oneOf,
  int,
  maximum,
  maxLength,
  minimum,
  minLength,
  nonnegative,
  nullable,
  object,
  optional,
  regex,
  string,
  trim,
  type infer as Infer,
} from 'zod/mini'
import { roleSchema } from './roles.ts'

/** Problem type: a suspended organisation may not do this (M-OPER-1). */
export const SUSPENDED_PROBLEM = 'urn:atalaia:problem:organisation-suspended'

/** Limits that the operator may set, with their maximum (M-OPER-2). */
export const ORGANISATION_LIMITS = {
  enderecos: 100_000,
  pessoas: 2000,
  chaves: 200,
  dominios: 1000,
  origens: 1000,
} as const
export type LimitName = keyof typeof ORGANISATION_LIMITS
export const LIMIT_NAMES = ['enderecos', 'pessoas', 'chaves', 'dominios', 'origens'] as const satisfies LimitName[]

/** Hours of one support access (M-SUPPORT-1). */
export const MAX_SUPPORT_HOURS = 72
export const OPERATED_PAGE_SIZE = 25

const count = int().check(nonnegative())
const limitOf = (most: number) => optional(nullable(int().check(minimum(0), maximum(most))))
/** One paragraph without control characters. */
const reason = string().check(trim(), minLength(3), maxLength(500), regex(/^[^\p{C}]+$/u))
const search = optional(string().check(maxLength(254)))
const email = string().check(maxLength(254))

/**
 * Body of POST /operador/organizacoes/{id}/limites. `null` restores the installation's limit;
 * absent keeps it.
 */
export const limitsBodySchema = object({
  enderecos: limitOf(ORGANISATION_LIMITS.enderecos),
  pessoas: limitOf(ORGANISATION_LIMITS.pessoas),
  chaves: limitOf(ORGANISATION_LIMITS.chaves),
  dominios: limitOf(ORGANISATION_LIMITS.dominios),
  origens: limitOf(ORGANISATION_LIMITS.origens),
})
export type LimitsBody = Infer<typeof limitsBodySchema>

/** The organisation's people read `motivo`. */
export const suspendBodySchema = object({ motivo: reason })
/** Body of POST /operador/organizacoes/{id}/suporte. */
export const supportBodySchema = object({
  motivo: reason,
  horas: int().check(minimum(1), maximum(MAX_SUPPORT_HOURS)),
})
/** Body of POST /organizacao/suporte/{id}/decidir. */
export const supportDecisionBodySchema = object({ aceita: boolean() })
/** Body of orders about one person. */
export const personBodySchema = object({ email })

/** GET /operador/organizacoes and GET /operador/pessoas. */
export const operatedQuerySchema = object({
  busca: search,
  pagina: optional(string().check(regex(/^[1-9]\d{0,5}$/))),
  suspensas: optional(oneOf(['sim'])),
})
export const peopleQuerySchema = object({ busca: search })

/** `proprio`: set for this organisation. */
const limitSchema = object({ usados: count, maximo: count, proprio: boolean() })
const suspensionSchema = object({ desde: string(), motivo: string() })
/** Instants are ISO 8601. `visto_em`: last visit of any member. */
const operatedOrganisationSchema = object({
  id: string(),
  nome: string(),
  criada_em: string(),
  visto_em: nullable(string()),
  suspensa: nullable(suspensionSchema),
  limites: object({
    enderecos: limitSchema,
    pessoas: limitSchema,
    chaves: limitSchema,
    dominios: limitSchema,
    origens: limitSchema,
  }),
})
export type OperatedOrganisation = Infer<typeof operatedOrganisationSchema>

/** GET /operador/organizacoes */
export const operatedPageSchema = object({ encontradas: count, linhas: array(operatedOrganisationSchema) })
export type OperatedPage = Infer<typeof operatedPageSchema>

/** `pedido`: waits for an owner. `vencido`: unanswered, or over. */
export const SUPPORT_STATES = ['pedido', 'ativo', 'negado', 'encerrado', 'vencido'] as const
const supportSchema = object({
  id: string(),
  organizacao: object({ id: string(), nome: string() }),
  operador: string(),
  motivo: string(),
  horas: count,
  pedido_em: string(),
  situacao: oneOf(SUPPORT_STATES),
  ate: string(),
})
export type SupportAccess = Infer<typeof supportSchema>
/** GET /organizacao/suporte and GET /operador/suporte, newest first. */
export const supportListSchema = array(supportSchema)

/** GET /operador/organizacoes/{id} */
export const operatedDetailSchema = object({
  ...operatedOrganisationSchema.shape,
  membros: array(object({ email: string(), papel: roleSchema, visto_em: nullable(string()) })),
})
export type OperatedDetail = Infer<typeof operatedDetailSchema>

const operatedPersonSchema = object({
  email: string(),
  criada_em: string(),
  visto_em: nullable(string()),
  caixa_confirmada: boolean(),
  sessoes: count,
  aplicativo: boolean(),
  chaves: count,
  operador: boolean(),
  organizacoes: array(object({ id: string(), nome: string(), papel: roleSchema })),
})
export type OperatedPerson = Infer<typeof operatedPersonSchema>
export const operatedPeopleSchema = array(operatedPersonSchema)

/** GET /organizacao/avisos: notices for every page, and whether the person operates the installation. */
export const organisationNoticesSchema = object({
  operador: boolean(),
  /** Current role; the token may have an older one. */
  papel: optional(roleSchema),
  suspensa: optional(suspensionSchema),
  /** Operators with access now. */
  suporte: array(object({ operador: string(), ate: string() })),
  /** The caller is one of these operators. */
  como_suporte: boolean(),
  /** Support requests that the caller may answer. */
  pedidos: count,
})
export type OrganisationNotices = Infer<typeof organisationNoticesSchema>
