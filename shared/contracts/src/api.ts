import {
  array,
  boolean,
  int,
  maxLength,
  minLength,
  nonnegative,
  object,
  optional,
  refine,
  regex,
  string,
  trim,
  type infer as Infer,
} from 'zod/mini'
import { MAX_ADDRESS_LENGTH, normalEmailAddress } from './email-address.ts'

const count = int().check(nonnegative())

/**
 * The answer of POST /login (P-API-3). Without a token the login has failed (P-LOGIN-7). `pendente` is `segundo-fator` where
 * the organisation wants a second factor and the account has none (P-FACTOR-7).
 */
export const loginAnswerSchema = object({ access_token: optional(string()), pendente: optional(string()) })
export type LoginAnswer = Infer<typeof loginAnswerSchema>

/** Body of POST /login, form-encoded. */
export const loginBodySchema = object({
  username: string().check(minLength(1), maxLength(254)),
  password: string().check(minLength(1), maxLength(1024)),
})

/** One valid address (P-EMAIL-14), trimmed. It is spelt as it was typed: `normalEmailAddress` has its one spelling. */
export const emailAddressSchema = string().check(
  trim(),
  minLength(1),
  maxLength(MAX_ADDRESS_LENGTH),
  refine((text) => normalEmailAddress(text) !== undefined, 'an e-mail address expected'),
)

/** Body of POST /auth/signup. Longer passwords than 1024 characters are refused. */
export const signupBodySchema = object({
  email: emailAddressSchema,
  password: string().check(minLength(1), maxLength(1024)),
})

/** One analysis run: a point of the chart. `data_analise` is an ISO 8601 date (São Paulo day), `YYYY-MM-DD`. */
export const analysisSchema = object({ data_analise: string(), total_senhas: count, total_vazamentos: count })
export type Analysis = Infer<typeof analysisSchema>

/** GET /clientes/me/analises */
export const analysesSchema = array(analysisSchema)

/** A monitored address with its numbers (M-NUM-1, M-NUM-2). */
export const monitoredEmailSchema = object({
  id: string(),
  email: string(),
  numero_vazamentos: count,
  numero_senhas: count,
})
export type MonitoredEmail = Infer<typeof monitoredEmailSchema>

/** GET /emails */
export const monitoredEmailsSchema = array(monitoredEmailSchema)

/** Body of POST /emails. */
export const addEmailBodySchema = object({ email: emailAddressSchema })

const rankedSchema = object({ quantidade: count, usuario: string() })
export type Ranked = Infer<typeof rankedSchema>

/** A report: `data` is an ISO 8601 date, `nome` begins with the address it is about, `url` is signed and short-lived. */
export const reportSchema = object({ data: string(), nome: string(), url: string() })
export type Report = Infer<typeof reportSchema>

/** GET /dashboard/resumo */
export const summarySchema = object({
  total_vazamentos: object({ numero_vazamentos: count, numero_senhas_vazadas: count }),
  top_3_vazamentos_email: array(rankedSchema),
  top_3_vazamentos_senha: array(rankedSchema),
  ultimos_3_relatorios: array(reportSchema),
  /** The coverage of the numbers: the sources imported so far, and the ISO 8601 instant of the last import. */
  cobertura: optional(object({ fontes: count, atualizado_em: optional(string()) })),
})
export type Summary = Infer<typeof summarySchema>

const passwordSchema = string().check(minLength(1), maxLength(1024))

/** Body of POST /auth/recuperar: the mailbox that gets a link. */
export const recoverBodySchema = object({ email: emailAddressSchema })

/** The secret part of a link that a mailbox was sent. */
const linkToken = string().check(regex(/^[\w-]{43}$/))

/** Body of POST /auth/redefinir. */
export const resetPasswordBodySchema = object({ token: linkToken, senha: passwordSchema })

/** Body of POST /auth/confirmar. */
export const confirmMailboxBodySchema = object({ token: linkToken })

/** The answer to it. `endereco_trocado`: the account has moved to `email`, and all its sessions ended. */
export const mailboxConfirmedSchema = object({ email: string(), endereco_trocado: optional(boolean()) })

/** GET /conta: the account of the session. `exclui_em`: the ISO 8601 instant of its deletion, which somebody asked for. */
export const accountSchema = object({ email: string(), caixa_confirmada: boolean(), exclui_em: optional(string()) })
export type AccountFacts = Infer<typeof accountSchema>

/** GET /conta/sessoes. `inicio` and `visto` are ISO 8601 instants; `atual`: the session of the call itself. */
export const sessionsSchema = object({
  sessoes: array(
    object({
      id: string(),
      tipo: string(),
      dispositivo: string(),
      rede: string(),
      inicio: string(),
      visto: string(),
      atual: boolean(),
    }),
  ),
})
export type AccountSession = Infer<typeof sessionsSchema>['sessoes'][number]

/** Body of POST /conta/senha. */
export const changePasswordBodySchema = object({ atual: passwordSchema, nova: passwordSchema })

/** Body of POST /conta/endereco: the mailbox that the account moves to, once that has confirmed it. */
export const changeEmailBodySchema = object({ novo: emailAddressSchema, senha: passwordSchema })

/** The answer to a wish to be deleted: the ISO 8601 instant of the deletion. */
export const leavingSchema = object({ exclui_em: string() })
