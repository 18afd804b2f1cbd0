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

/** The `type` of the refusal of everything that a suspended organisation may not do (M-OPER-1). */
export const SUSPENDED_PROBLEM = 'urn:atalaia:problem:organisation-suspended'

/** The limits that the operator may set for an organisation, with the most that can be allowed (M-OPER-2). */
export const ORGANISATION_LIMITS = {
  enderecos: 100_000,
  pessoas: 2000,
  chaves: 200,
  dominios: 1000,
  origens: 1000,
} as const
export type LimitName = keyof typeof ORGANISATION_LIMITS
export const LIMIT_NAMES = ['enderecos', 'pessoas', 'chaves', 'dominios', 'origens'] as const satisfies LimitName[]

/** The most hours of one support access (M-SUPPORT-1). */
export const MAX_SUPPORT_HOURS = 72
/** Organisations on one page of the operator's list. */
export const OPERATED_PAGE_SIZE = 25

const count = int().check(nonnegative())
const limitOf = (most: number) => optional(nullable(int().check(minimum(0), maximum(most))))
/** One paragraph that people read: no control characters. */
const reason = string().check(trim(), minLength(3), maxLength(500), regex(/^[^\p{C}]+$/u))
const search = optional(string().check(maxLength(254)))
const email = string().check(maxLength(254))

/** Body of POST /operador/organizacoes/{id}/limites. `null`: that of the installation again; what is left out stays. */
export const limitsBodySchema = object({
  enderecos: limitOf(ORGANISATION_LIMITS.enderecos),
  pessoas: limitOf(ORGANISATION_LIMITS.pessoas),
  chaves: limitOf(ORGANISATION_LIMITS.chaves),
  dominios: limitOf(ORGANISATION_LIMITS.dominios),
  origens: limitOf(ORGANISATION_LIMITS.origens),
})
export type LimitsBody = Infer<typeof limitsBodySchema>

/** Body of POST /operador/organizacoes/{id}/suspender. The people of the organisation read it. */
export const suspendBodySchema = object({ motivo: reason })
/** Body of POST /operador/organizacoes/{id}/suporte. */
export const supportBodySchema = object({
  motivo: reason,
  horas: int().check(minimum(1), maximum(MAX_SUPPORT_HOURS)),
})
/** Body of POST /organizacao/suporte/{id}/decidir. */
export const supportDecisionBodySchema = object({ aceita: boolean() })
/** Body of the orders about one person. */
export const personBodySchema = object({ email })

/** Query of GET /operador/organizacoes and GET /operador/pessoas. */
export const operatedQuerySchema = object({
  busca: search,
  pagina: optional(string().check(regex(/^[1-9]\d{0,5}$/))),
  suspensas: optional(oneOf(['sim'])),
})
export const peopleQuerySchema = object({ busca: search })

/** `proprio`: the operator has set it for this organisation; else it is the installation's. */
const limitSchema = object({ usados: count, maximo: count, proprio: boolean() })
const suspensionSchema = object({ desde: string(), motivo: string() })
/** An organisation as an operator sees it. Instants are ISO 8601; `visto_em`: when one of its people was there last. */
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

/** `pedido` waits for an owner. `vencido`: nobody answered, or its time is over. */
export const SUPPORT_STATES = ['pedido', 'ativo', 'negado', 'encerrado', 'vencido'] as const
const supportSchema = object({
  id: string(),
  organizacao: object({ id: string(), nome: string() }),
  operador: string(),
  motivo: string(),
  horas: count,
  pedido_em: string(),
  situacao: oneOf(SUPPORT_STATES),
  /** The ISO 8601 instant of its end, or of the end of the request. */
  ate: string(),
})
export type SupportAccess = Infer<typeof supportSchema>
/** GET /organizacao/suporte and GET /operador/suporte, the newest first. */
export const supportListSchema = array(supportSchema)

/** GET /operador/organizacoes/{id} */
export const operatedDetailSchema = object({
  ...operatedOrganisationSchema.shape,
  membros: array(object({ email: string(), papel: roleSchema, visto_em: nullable(string()) })),
})
export type OperatedDetail = Infer<typeof operatedDetailSchema>

/** A person as an operator sees them. */
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
/** GET /operador/pessoas */
export const operatedPeopleSchema = array(operatedPersonSchema)

/** GET /organizacao/avisos: what each page of the organisation says, and whether the person runs the installation. */
export const organisationNoticesSchema = object({
  operador: boolean(),
  /** The caller's role now, which may have changed since the token was made. */
  papel: optional(roleSchema),
  suspensa: optional(suspensionSchema),
  /** Operators who see the organisation now. */
  suporte: array(object({ operador: string(), ate: string() })),
  /** The caller is one of them. */
  como_suporte: boolean(),
  /** Requests for support access that wait for the caller. */
  pedidos: count,
})
export type OrganisationNotices = Infer<typeof organisationNoticesSchema>
